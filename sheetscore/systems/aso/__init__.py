"""ASO: an accelerated Swiss tournament of games for two, with scenario choice, balance bids, judges and prizes."""
