"""An event of Diplomacy on worksheets: the standings with every figure that they come from, and what follows."""
