"""What keeps typed values safe: older copies, values that would be lost, files that nobody may replace."""
