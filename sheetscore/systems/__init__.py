"""One folder per tournament system, each of which ends in a value that the other layers know it by."""
