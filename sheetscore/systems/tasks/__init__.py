"""The task sheets of air combat, which AMPS and team play share: what scenarios ask for, forms, flights."""
