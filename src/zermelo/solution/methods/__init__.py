"""Methods of games and solutions for a prompt; each imports what it needs when it is called."""
