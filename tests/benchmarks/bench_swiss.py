"""How long drawing an accelerated Swiss round takes, against the matching of rustworkx alone."""

from __future__ import annotations

import random

import rustworkx
from measure import limit, processor, report, seconds

from sheetscore.pairing import matching
from sheetscore.pairing.matching import Edge
from sheetscore.pairing.swiss import draw as swiss_draw
from sheetscore.pairing.swiss.draw import SwissDraw, draw_swiss
from sheetscore.pairing.swiss.field import seat_swiss, swiss_field
from sheetscore.pairing.swiss.record import SwissGame, SwissPlayer, SwissRecord, SwissSettings

SETTINGS = SwissSettings(rounds=5)


def field(count: int) -> list[SwissPlayer]:
    dice = random.Random(count)
    return [
        SwissPlayer(
            f"P{n:04}", f"Player {n}", dice.randrange(1000, 1400), dice.choice("ABCDEFGH"), dice.choice("uvwxyz")
        )
        for n in range(count)
    ]


def after_four_rounds(players: list[SwissPlayer]) -> SwissRecord:
    """Four rounds as they are drawn and seated, won by dice, a tenth of the games drawn."""
    dice = random.Random(1)
    games: list[SwissGame] = []
    for number in range(1, 5):
        draw = draw_swiss(players, number, SwissRecord(tuple(games)), SETTINGS, seed=1)
        for board, pair in enumerate(draw.pairs, start=1):
            result = "draw" if dice.random() < 0.1 else dice.choice(("one", "other"))
            games.append(SwissGame(number, *pair.players, result, board, "s"))  # type: ignore[arg-type]
    return SwissRecord(tuple(games))


def graph_of_the_group(
    draw: SwissDraw, players: list[SwissPlayer], record: SwissRecord
) -> rustworkx.PyGraph[None, int]:
    """The very graph that the group of a draw is matched in."""
    group = [player for pair in draw.pairs if pair.why == "group" for player in pair.players]
    known = swiss_field(players, 5, record, SETTINGS, 1, ())
    group.sort(key=known.standing)
    edges: list[Edge] = list(swiss_draw._edges(known, group, rematches=False))
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(group))
    graph.add_edges_from(matching._weighted(len(group) // 2, edges))
    return graph


def bench_drawing_256_players_after_4_rounds() -> None:
    players = field(256)
    record = after_four_rounds(players)
    graph = graph_of_the_group(draw_swiss(players, 5, record, SETTINGS, seed=1), players, record)
    taken = seconds(
        {
            "the draw": lambda: draw_swiss(players, 5, record, SETTINGS, seed=1),
            "rustworkx": lambda: rustworkx.max_weight_matching(graph, weight_fn=int),
        }
    )
    report("drawing 256 players after 4 rounds, against the bare matching of the same weights", taken, 6)
    limit("drawing 256 players after 4 rounds", taken["the draw"], 2, "s")


def bench_drawing_and_seating_1000_players_once() -> None:
    players = field(1000)
    record = after_four_rounds(players)
    begun = processor()
    draw = draw_swiss(players, 5, record, SETTINGS, seed=1)
    drawn = processor()
    seat_swiss(draw.pairs, record, {}, 1)
    limit("drawing 1,000 players after 4 rounds", drawn - begun, 60, "s")
    limit("seating 500 pairs after 4 rounds", processor() - drawn, 60, "s")
