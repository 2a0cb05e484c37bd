"""Tasks of a solve with dice, or with points during play of any length, by graphs of buckets."""
