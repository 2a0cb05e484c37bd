"""Games that fall apart: nimbers and sums, heaps, misere play, partizan values, and strategies in words."""
