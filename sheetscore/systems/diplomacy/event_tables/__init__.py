"""An event of Diplomacy on worksheets: standings, every figure that they come from, awards, teams, other systems."""
