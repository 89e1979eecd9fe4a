"""A geometry-exact simulator of two-dimensional tabletop wargames."""
