"""Who meets whom: assignment of players to sides, seating search."""
