"""The scores of a final board of Diplomacy, by any scoring system."""
