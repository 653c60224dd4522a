"""One folder per tournament system; the other layers know each by one value."""
