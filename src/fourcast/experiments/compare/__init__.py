"""Ways to look ahead side by side on one position: rows, their spread over positions, charts."""
