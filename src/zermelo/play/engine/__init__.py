"""Engines over the Universal Game Interface: zermelo as an engine, and other engines as players."""
