"""Data sets of solved games: labels, Parquet files, and data sets of PyTorch."""
