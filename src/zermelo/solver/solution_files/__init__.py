"""Solution files: Parquet tables, their manifest, and the directories that hold solutions."""
