"""Search for the shortest rule list: by SAT with a proof, or greedily."""
