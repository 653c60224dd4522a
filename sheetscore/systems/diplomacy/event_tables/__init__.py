"""An event of Diplomacy on worksheets: the standings, every figure that they come from, awards, teams, other systems."""
