"""Many events together: results workbooks of years, collected so that one can ask them questions."""
