"""Sessions: a growing conversation kept small without breaking the provider's prompt cache. See `session.py`."""
