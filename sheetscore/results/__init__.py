"""Results and standings workbooks, and reading them back."""
