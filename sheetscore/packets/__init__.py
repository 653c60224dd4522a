"""The packet: the whole event on paper, made before anything is drawn, so that another director can run it."""
