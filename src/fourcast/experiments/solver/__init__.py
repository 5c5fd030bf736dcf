"""Exact scores measured: sets of positions, ours beside peers, what was learned and what was found."""
