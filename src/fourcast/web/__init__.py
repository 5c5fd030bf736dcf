"""The page and its server: FastAPI routes, game sessions, searches in worker processes, static files.

Nothing is imported here, so that worker processes start fast.
"""
