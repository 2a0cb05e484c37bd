"""Look-up of many positions at once, samples, and tables of Arrow, pandas and Polars."""
