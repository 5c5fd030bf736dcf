"""The five systems, a file each: what they published, as experiments."""
