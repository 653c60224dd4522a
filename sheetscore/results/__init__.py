"""Results and standings workbooks, and reading them back; ``sheetscore`` lets the folder itself be called."""
