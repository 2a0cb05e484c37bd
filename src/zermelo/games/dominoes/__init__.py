"""Games of placing dominoes on a rectangle: cram and domineering."""
