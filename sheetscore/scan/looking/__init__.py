"""The page to look through what was scanned: one HTML file that works without a network, and gives CSV for `fill`."""
