"""Win rates of random, erring and perfect players against each other, exact or by playouts."""
