"""Games on a rectangle that is cut or eaten: chomp, cutcake, eatcake, maundy cake."""
