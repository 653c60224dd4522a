"""Filled-in paper: pages found in pictures, boxes cut out, shown for a person to look at and type."""
