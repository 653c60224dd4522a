"""One folder per tournament system behind one small protocol."""
