"""OpenSpiel, both ways: its games and players in zermelo, and zermelo's games in OpenSpiel."""
