"""The five systems' published figures, run again."""
