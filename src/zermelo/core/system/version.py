"""The package's version, for solutions and the curious."""

__version__ = "0.1.0"
