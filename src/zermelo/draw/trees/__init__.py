"""Trees as SVG, text and Mermaid, with their shapes and layout."""
