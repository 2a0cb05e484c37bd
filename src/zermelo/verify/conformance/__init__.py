"""The conformance suite: checks that any game, built-in or the user's own, keeps the contract."""
