"""Measuring: what was published about these games, and what holds."""
