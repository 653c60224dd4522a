"""Results and standings workbooks, and reading them back; ``sheetscore/__init__.py`` makes this package callable."""
