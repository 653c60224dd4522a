"""Forms laid out on pages and written: score sheets, draws, postings."""
