"""What a final board of Diplomacy is worth, by whichever scoring system."""
