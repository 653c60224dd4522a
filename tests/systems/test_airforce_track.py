"""Air Force: the language of plots, the tracks that they make, and what turns and mirrors do to these."""

from __future__ import annotations

import random
import re

import pytest
from airforce_flights import some_plot
from airforce_logs import Boxes, flown, rules_broken
from airforce_logs import entries as log
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.systems.airforce.flight.plot import LANGUAGE, Plot, TokenKind, Unread, read_plot
from sheetscore.systems.airforce.flight.state import BANKS, FACINGS, AircraftState, Hex, distance, straight_on
from sheetscore.systems.airforce.flight.turns import Track, dive_vertically, fly

ANYWHERE = st.builds(
    AircraftState,
    st.builds(Hex, st.integers(-20, 20), st.integers(-20, 20)),
    st.integers(0, FACINGS - 1),
    st.sampled_from(BANKS),
    st.integers(0, 120),
    st.integers(0, 300).map(lambda hundreds: hundreds * 100),
    st.booleans(),
    st.integers(0, 9),
)
TOKENS = st.one_of(st.sampled_from(LANGUAGE), st.integers(1, 9).map(str))
PLOTS = st.lists(TOKENS, max_size=8).map(" ".join)


def plot(text: str) -> Plot:
    read = read_plot(text)
    assert isinstance(read, Plot)
    return read


def turned(at: Hex, sixths: int) -> Hex:
    """Turn the map about its middle by 60 degrees clockwise, so many times."""
    for _ in range(sixths % 6):
        at = Hex(-at.r, at.q + at.r)
    return at


def mirrored(at: Hex) -> Hex:
    """Mirror the map left and right."""
    return Hex(-at.q, at.q + at.r)


WORKED: list[tuple[str, Boxes, tuple[object, ...]]] = [
    ("2 TR 3", {}, (2, -5, 1, "RB", True)),
    ("1 BLL 2 SR 1", {}, (5, -9, 1, "LB", True)),
    ("3 HL", {}, (5, -13, 1, "IR", False)),
    ("4 BL 1", {}, (8, -18, 1, "RB", True)),
    ("2 SL TR 2", {}, (10, -22, 2, "RB", False)),
    ("3 VRR 1", {"special": "STEEP", "climb": 900}, (12, -23, 6, "IR", False)),
    ("1 HR", {}, (10, -20, 6, "LB", False)),
]


def test_the_worked_track() -> None:
    replayed = flown(log([{"plot": text, **more} for text, more, _ in WORKED], {"bank": "RB"}))
    ends = [turn.end for turn in replayed.flights[0].turns if turn]
    assert [(*end.at, end.facing, end.bank, end.odd) for end in ends] == [end for _, _, end in WORKED]
    assert [end.speed for end in ends] == [49, 48, 47, 47, 45, 34, 33]
    assert rules_broken(replayed) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 TR 3", ["2", "TR", "3"]),
        ("2tr3", ["2", "TR", "3"]),
        (" 2,TR , 3,", ["2", "TR", "3"]),
        ("1BLL2SLTR1", ["1", "BLL", "2", "SL", "TR", "1"]),
        ("VRRV VLL N", ["VRR", "V", "VLL", "N"]),
        ("99", ["99"]),
        ("12 3", ["12", "3"]),
        ("２ ＴＲ ３", ["2", "TR", "3"]),
        ("BRRR BLLL", ["BRRR", "BLLL"]),
        ("", []),
    ],
)
def test_blanks_commas_and_capitals_make_no_difference(text: str, words: list[str]) -> None:
    assert [token.word for token in plot(text).tokens] == words


@pytest.mark.parametrize(
    ("text", "word", "position", "hint"),
    [
        ("2 TX 3", "TX", 3, "TR"),
        ("2 VR 3", "VR", 3, "VRR"),
        ("1 SLL", "SLL", 3, "SL"),
        ("3, 0 TR", "0", 4, "1 to 99"),
        ("100", "100", 1, "1 to 99"),
        ("2 TR 3 ?", "?", 8, "its words are"),
        ("2 TR -3", "-", 6, "its words are"),
    ],
)
def test_what_is_no_word_is_told_with_its_position_and_the_nearest(
    text: str, word: str, position: int, hint: str
) -> None:
    read = read_plot(text)
    assert isinstance(read, Unread)
    assert (read.word, read.position) == (word, position)
    assert hint in read.message


def test_points_and_maneuvers_are_counted_by_their_letters() -> None:
    assert (plot("2 SL TR 2 HR N BLL").points, plot("2 SL TR 2 HR N BLL").maneuvers) == (7, 3)
    assert (plot("V 2 VRR").points, plot("V 2 VRR").maneuvers) == (2, 4)


@given(PLOTS)
def test_every_plot_of_the_language_is_read(text: str) -> None:
    read = plot(text)
    assert [token.word for token in read.tokens] == text.split()
    assert plot(text.replace(" ", ",").lower()) == read
    written = re.findall("[TSH]", text), re.findall("V", text)
    assert read.maneuvers == len(written[0]) + 2 * len(written[1])


@given(ANYWHERE, PLOTS, st.sampled_from((0, 2, 3)), st.integers(0, 5))
def test_turning_the_start_turns_the_track(start: AircraftState, text: str, skips: int, sixths: int) -> None:
    there = AircraftState(
        turned(start.at, sixths),
        (start.facing + 2 * sixths) % FACINGS,
        start.bank,
        start.speed,
        start.altitude,
        start.odd,
        start.run_in,
    )
    here, moved = fly(plot(text), start, skips), fly(plot(text), there, skips)
    assert moved.at == turned(here.at, sixths)
    assert [Hex(*at) for at in moved.hexes] == [turned(Hex(*at), sixths) for at in here.hexes]
    assert (moved.bank, moved.odd, moved.run_in) == (here.bank, here.odd, here.run_in)
    assert moved.facing == (here.facing + 2 * sixths) % FACINGS


EVEN = st.one_of(
    st.sampled_from([*(word for word in LANGUAGE if word[0] in "SHBV" or word == "N"), "TR TR", "TL TL"]),
    st.integers(1, 9).map(str),
)
"""What leaves the facing even at every hex that is entered."""


@given(ANYWHERE, st.lists(EVEN, max_size=8).map(" ".join), st.sampled_from((0, 2, 3)))
def test_a_mirror_mirrors_the_track_where_no_odd_facing_is_flown(start: AircraftState, text: str, skips: int) -> None:
    even = AircraftState(
        start.at, start.facing // 2 * 2, start.bank, start.speed, start.altitude, start.odd, start.run_in
    )
    other = AircraftState(
        mirrored(even.at), -even.facing % FACINGS, _swapped(even.bank), even.speed, even.altitude, even.odd, even.run_in
    )
    here, there = fly(plot(text), even, skips), fly(plot(" ".join(map(_swapped, text.split()))), other, skips)
    assert there.at == mirrored(here.at)
    assert [Hex(*at) for at in there.hexes] == [mirrored(Hex(*at)) for at in here.hexes]
    assert (there.facing, there.bank) == (-here.facing % FACINGS, _swapped(here.bank))
    assert (there.odd, there.run_in) == (here.odd, here.run_in)


def _swapped(word: str) -> str:
    """Change right and left in a word of a plot or a bank; L alone is level."""
    if word in {"L", "I", "N", "V"} or word.isdigit():
        return word
    swap = str.maketrans("RL", "LR")
    return word[0].translate(swap) + word[1:] if word in {"RB", "LB"} else word[0] + word[1:].translate(swap)


@given(st.integers(0, 10_000), ANYWHERE)
def test_an_ordinary_turn_enters_as_many_hexes_as_it_has_points(seed: int, start: AircraftState) -> None:
    text = some_plot(random.Random(seed), 1 + seed % 11, start.bank, steep=False)
    track = fly(plot(text), start)
    assert len(track.hexes) == 1 + seed % 11
    steps = zip((start.at, *(Hex(*at) for at in track.hexes)), track.hexes, strict=False)
    assert all(distance(here, Hex(*there)) == 1 for here, there in steps)
    thirds, halves = fly(plot(text), start, 3), fly(plot(text), start, 2)
    assert len(thirds.hexes) == len(track.hexes) - len(track.hexes) // 3
    assert len(halves.hexes) == len(track.hexes) - len(track.hexes) // 2


@given(ANYWHERE, st.integers(1, 40))
def test_straight_on_is_hex_by_hex(start: AircraftState, hexes: int) -> None:
    at, odd = start.at, start.odd
    for _ in range(hexes):
        at, odd = straight_on(at, start.facing, odd=odd)
    track = fly(plot(str(hexes)), start)
    assert (track.at, track.odd) == (at, odd)


def vertical(text: str, *, midpoint: bool = False, facing: int = 0) -> Track:
    start = AircraftState(Hex(0, 0), facing, "L", 60, 9000, odd=True, run_in=2)
    return dive_vertically(plot(text), start, "midpoint" if midpoint else "written")


@pytest.mark.parametrize(
    ("text", "written", "midpoint", "facing"),
    [
        ("6", (0, -1), (0, -1), 0),
        ("1 BR 5", (0, -1), (1, -1), 2),
        ("3 BR 3", (1, -1), (0, -1), 2),
        ("4 BRR 2", (1, 0), (0, -1), 4),
        ("1 BR 4 BR 1", (0, -1), (1, -1), 4),
        ("4 BL 2 BL", (-1, 1), (0, -1), 8),
        ("2 N 1 BR 3", (1, -1), (0, -1), 2),
        ("2 BL 4 N", (0, -1), (-1, 0), 10),
    ],
)
def test_a_vertical_dive_enters_one_hex(text: str, written: Hex, midpoint: Hex, facing: int) -> None:
    """With a change before half of its points, the hex comes first; by the midpoint it comes after."""
    for track, at in ((vertical(text), written), (vertical(text, midpoint=True), midpoint)):
        assert track.at == at
        assert track.hexes == (at,)
        assert (track.facing, track.bank) == (facing, "L")


def test_in_a_vertical_dive_the_odd_hex_is_kept_until_the_facing_changes() -> None:
    assert (vertical("6", facing=1).at, vertical("6", facing=1).odd) == (Hex(0, -1), False)
    assert (vertical("1 BR 5", facing=1).at, vertical("1 BR 5", facing=1).odd) == (Hex(0, -1), False)
    assert (vertical("5 BR 1", facing=1).at, vertical("5 BR 1", facing=1).odd) == (Hex(1, 0), True)


def test_a_half_loop_ends_a_vertical_dive_the_other_way_up() -> None:
    start = AircraftState(Hex(0, 0), 0, "I", 60, 9000)
    track = dive_vertically(plot("4 V 2"), start, "written")
    assert (track.at, track.facing, track.bank, track.run_in) == (Hex(0, 1), 6, "L", 2)


def test_a_turn_after_a_slip_is_a_skid_only_directly_after_it() -> None:
    assert [token.kind for token in plot("SL TR 1 TR SR 1 TL").tokens if token.word[0] == "T"] == [
        TokenKind.SKID, TokenKind.TURN, TokenKind.TURN,
    ]  # fmt: skip
