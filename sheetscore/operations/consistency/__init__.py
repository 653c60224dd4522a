"""Files of an event that no longer fit together, and rounds that are scored again because of that."""
