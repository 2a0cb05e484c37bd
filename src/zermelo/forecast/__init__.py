"""What a solve on a cluster will take, before it runs: its tasks from the sizes of its tiers, simulated."""
