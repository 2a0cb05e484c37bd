"""Tasks of a solve over a perfect index: a whole tier in place, or ranges of it as buckets."""
