"""Whether a file is safe to read, found out before anything else opens it."""
