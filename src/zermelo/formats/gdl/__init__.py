"""Game Description Language (GDL): files in its prefix form become game classes that compile."""
