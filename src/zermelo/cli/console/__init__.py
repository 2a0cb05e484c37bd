"""Terminal input and output: options, progress, colours, prompts, safe text, interruption."""
