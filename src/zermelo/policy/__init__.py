"""What a player does, and the certificate that says what comes of it."""
