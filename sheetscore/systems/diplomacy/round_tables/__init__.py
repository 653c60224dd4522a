"""A round of boards on worksheets: live for the director, then the results, charts and the comparison."""
