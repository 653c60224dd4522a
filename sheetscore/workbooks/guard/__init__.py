"""The guard: check that a file is safe to read before anything else opens it."""
