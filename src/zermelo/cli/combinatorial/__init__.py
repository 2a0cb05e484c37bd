"""Commands of combinatorial game theory: values, sums, heaps, coins, nimbers and misere play."""
