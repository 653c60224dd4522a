"""Who plays Diplomacy with whom: boards of seven and their powers."""
