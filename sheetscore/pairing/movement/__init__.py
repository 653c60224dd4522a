"""The movement of duplicate play."""
