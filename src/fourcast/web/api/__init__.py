"""The routes, a file for each subject. Each file has a `router` that `app.py` takes in."""
