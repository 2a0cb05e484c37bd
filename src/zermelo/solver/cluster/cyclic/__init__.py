"""Tasks of a solve in which positions can repeat: find each tier, then solve it level by level."""
