"""The task sheets of air combat, which AMPS and team play share: scenarios, forms, flights."""
