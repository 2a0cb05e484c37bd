"""Search for the shortest rule list: by deepening, by SAT with a proof, or greedily."""
