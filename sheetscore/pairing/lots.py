"""Lots that anybody can draw again: all that is random follows from the event's seed and the lot's purpose.

Python's own ``hash`` differs from process to process, so lots are digests of the words that name them.
"""

from __future__ import annotations

import hashlib
import random

LOT_BITS = 64
"""A lot is a whole number of so many bits; two of them are practically never the same."""


def lot(*words: object) -> int:
    """Draw the lot that belongs to these words, for example a seed, a round and a player's id.

    Returns
    -------
    int
        From 0 to 2 ** :data:`LOT_BITS` - 1, the same in every process and on every machine.
    """
    named = "\x1f".join(str(word) for word in words)
    digest = hashlib.blake2b(named.encode(), digest_size=LOT_BITS // 8).digest()
    return int.from_bytes(digest, "big")


def dice_for(*words: object) -> random.Random:
    """Give the dice that belong to these words: they fall the same way in every process."""
    return random.Random(lot(*words))
