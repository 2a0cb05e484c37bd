"""Games in which stones capture stones: clobber and its variants, konane, surakarta."""
