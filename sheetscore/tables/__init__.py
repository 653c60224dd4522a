"""Tables planned as data: columns with value and formula side by side, charts; and what writes them."""
