"""The page and its server: FastAPI routes, live games, searches in workers, and plain ES modules without rules in them.

Nothing is imported here: a worker needs little of this, and is to start soon.
"""
