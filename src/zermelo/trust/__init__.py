"""What the rules say of one position, who asks wrongly, and whether machine code says the same."""
