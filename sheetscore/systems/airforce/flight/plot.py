"""The language of plots: ``2 TR 3``, ``1 BLL 2 SR 1``, ``3 VRR 1``. Blanks, commas and capitals make no difference."""

from __future__ import annotations

import re
from difflib import get_close_matches
from enum import IntEnum
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.workbooks.typed import half_width


class TokenKind(IntEnum):
    """The kind of a token of a plot."""

    __hash__ = int.__hash__  # an enumeration's own hash is Python code: too slow, as each maneuver needs one

    STRAIGHT = 0
    TURN = 1
    SKID = 2
    """A turn directly after a slip."""
    SLIP = 3
    HALF_ROLL = 4
    ROLL = 5
    WINGS_LEVEL = 6
    LOOP = 7
    IMMELMANN = 8


STRAIGHT, TURN, SKID, SLIP, HALF_ROLL, ROLL, WINGS_LEVEL, LOOP, IMMELMANN = TokenKind
"""The members under names of their own, since looking up a member of an enumeration is slow."""


class Token(Struct, frozen=True):
    """One word of a plot."""

    word: str
    kind: TokenKind
    side: int = 0
    """1 to the right, -1 to the left, 0 to neither."""
    amount: int = 0
    """Hexes straight on, or the points of a roll."""
    points: int = 0
    """Movement points that it takes."""
    maneuvers: int = 0
    """The number of maneuvers that it counts as, for the loss of speed."""
    slip: int = 0
    """For a turn directly after a slip, the side of the slip; 0 for a second turn after it."""


def _sided(letter: str, kind: TokenKind, points: int, maneuvers: int) -> list[Token]:
    return [Token(f"{letter}{side}", kind, sign, 0, points, maneuvers) for side, sign in (("R", 1), ("L", -1))]


MOST_STRAIGHT = 99

_WORDS = {
    token.word: token
    for token in (
        *_sided("T", TURN, 0, 1),
        *_sided("S", SLIP, 1, 1),
        *_sided("H", HALF_ROLL, 2, 1),
        *(
            Token(f"B{side * amount}", ROLL, sign, amount)
            for side, sign in (("R", 1), ("L", -1))
            for amount in (1, 2, 3)
        ),
        Token("N", WINGS_LEVEL),
        Token("V", LOOP, maneuvers=2),
        Token("VRR", IMMELMANN, 1, maneuvers=2),
        Token("VLL", IMMELMANN, -1, maneuvers=2),
    )
}
LANGUAGE = tuple(word for word in _WORDS if len(word) < len("BRRR"))
"""The words of plots besides numbers, without rolls of three points, which are read only for a rule to refuse them."""

_TOKENS = {**_WORDS, **{str(n): Token(str(n), STRAIGHT, 0, n, n) for n in range(1, MOST_STRAIGHT + 1)}}
_SKIDS = {(word, slip): replace(_WORDS[word], kind=SKID, slip=slip) for word in ("TR", "TL") for slip in (1, 0, -1)}
_NEXT = re.compile(r"\s*(\d+|VRR|VLL|V|N|BR{1,3}|BL{1,3}|[TSH][RL])")
_POINTS, _MANEUVERS = attrgetter("points"), attrgetter("maneuvers")
_REST = re.compile(r"\s*\Z")
_WORD_AT = re.compile(r"[^\W\d_]+|\d+|\S")


class Plot(Struct, frozen=True):
    """A plot that was read."""

    tokens: tuple[Token, ...]
    points: int
    """Movement points that it takes."""
    maneuvers: int
    """The number of maneuvers that cost speed."""

    @property
    def kinds(self) -> frozenset[TokenKind]:
        """The kinds of its tokens."""
        return frozenset(token.kind for token in self.tokens)

    def count(self, kind: TokenKind) -> int:
        """Return the number of tokens of a kind; the second turn of a skid does not count as another skid."""
        return sum(token.kind is kind and (kind is not SKID or token.slip != 0) for token in self.tokens)


_HINT_LENGTH = 8
"""The most letters of an unknown word that are compared with those of the language."""
_SLIGHTLY_LIKE = 0.4
"""The least likeness of a word that is suggested: low, since one letter is a large part of so short a word."""


class Unread(Struct, frozen=True):
    """Why a plot cannot be read."""

    word: str
    """The word that is not in the language."""
    position: int
    """Its first character, counted from 1."""

    @property
    def message(self) -> str:
        """The mistake, and a suggestion."""
        if self.word.isdecimal():
            return f"{self.word} at position {self.position} of the plot: straight on is 1 to {MOST_STRAIGHT} hexes"
        near = get_close_matches(self.word[:_HINT_LENGTH], LANGUAGE, n=1, cutoff=_SLIGHTLY_LIKE)
        hint = f"did you mean {near[0]}?" if near else f"its words are {', '.join(LANGUAGE)}"
        return f"“{self.word}” at position {self.position} of the plot is no word of plots; {hint}"


@lru_cache(maxsize=4096)
def read_plot(text: str) -> Plot | Unread:
    """Read a plot; a blank one has no tokens."""
    written = (text if text.isascii() else half_width(text)).upper().replace(",", " ")
    words = written.split()
    try:
        tokens = list(map(_TOKENS.__getitem__, words))
    except KeyError:  # words without blanks between them, or a word that the language does not have
        scanned = _scanned(written)
        if isinstance(scanned, Unread):
            return scanned
        tokens = scanned
    if "S" in written:
        _mark_skids(tokens)
    return Plot(tuple(tokens), sum(map(_POINTS, tokens)), sum(map(_MANEUVERS, tokens)))


def _mark_skids(tokens: list[Token]) -> None:
    """Mark turns directly after a slip as skids."""
    slip: int | None = None
    for number, token in enumerate(tokens):
        if token.kind is SLIP:
            slip = token.side
        elif slip is not None and token.kind is TURN:
            tokens[number] = _SKIDS[token.word, slip]
            slip = 0
        else:
            slip = None


def _scanned(written: str) -> list[Token] | Unread:
    """Read words that need not be separated; the longest word that fits is taken."""
    tokens: list[Token] = []
    at = 0
    while found := _NEXT.match(written, at):
        word = found[1].lstrip("0") or found[1]
        if word not in _TOKENS:
            return Unread(word, found.start(1) + 1)
        tokens.append(_TOKENS[word])
        at = found.end()
    return tokens if _REST.match(written, at) else _unread(written, at)


def _unread(written: str, at: int) -> Unread:
    """Name the word in which reading stopped, from its first letter on."""
    for found in _WORD_AT.finditer(written):
        if found.end() > at:
            return Unread(found[0], found.start() + 1)
    return Unread(written[at:].strip(), at + 1)
