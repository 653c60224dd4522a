"""The way back: recognise, read, check, findings, the marked copy."""
