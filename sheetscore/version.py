"""The version of the program: in files that it writes, in the journal, in ``--version``."""

VERSION = "0.1.0"
