"""Labelled positions, opening books and accuracy: work that needs exact scores of many positions."""
