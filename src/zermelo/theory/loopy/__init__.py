"""Games whose play may come round: their values, and sums of them."""
