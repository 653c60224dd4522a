"""The whole event in black and white, before anything is drawn: what another director needs to run it."""
