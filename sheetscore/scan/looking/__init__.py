"""The page to look through a scan: one HTML file that works offline and saves typed values as CSV for ``fill``."""
