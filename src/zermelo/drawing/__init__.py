"""Pictures as text: markup, boards and trees. Everything here is pure and returns strings."""
