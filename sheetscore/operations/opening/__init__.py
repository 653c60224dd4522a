"""Opening an event: its folder, its settings as results record them, and its rounds so far."""
