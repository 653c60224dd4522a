"""What would come of an event: played many times by the real draw and the real scoring, with made-up players."""
