"""The JSON of the API: requests, responses and socket messages, a module for each screen."""
