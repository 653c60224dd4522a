"""A league: games for two with bonus points, byes, prizes, and its own tie-breaks; it imports the front door alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

import sheetscore.plugin as ss

SEATS = {"home": "Home", "away": "Away"}
BOXES = {"home": "1", "away": "2"}
POINTS, GOALS = ss.Step("score", "points", exact=True), ss.Step("goals", "most goals", exact=True)


class LeagueSettings(ss.Settings):
    many: int = ss.Field(default=4, ge=1, le=99, title="Many goals", description="So many earn a bonus point.")
    close: int = ss.Field(default=1, ge=0, le=98, title="Close loss", description="A loss by so many earns one, too.")
    bye: int = ss.Field(default=3, ge=0, le=9, title="Bye", description="The points of a bye.")
    tie_breaks: tuple[Literal[ss.OfOpponents, ss.OfGames, ss.OfMargins, ss.OfRounds, "goals"], ...] = (
        ss.tie_break_setting(("difference", "goals", "direct", "lot"))
    )


class Prize(ss.EventPart):
    rank: int = ss.Field(ge=1, le=99, title="Rank", description="Who gets it.")
    title: str = ss.Field(min_length=1, max_length=60, title="Prize", description="What it is called.")


class LeagueEvent(ss.Event):
    settings: LeagueSettings = ss.Field(default_factory=LeagueSettings, title="Settings", description="House rules.")
    prizes: tuple[Prize, ...] = ss.Field(default=(), alias="prize", title="Prizes", description="What ranks win.")

    def seats(self, _stage: int, /) -> dict[str, str]:
        return dict(SEATS)

    @property
    def drawn_by_results(self) -> bool:
        return True

    @property
    def unseated(self) -> ss.NoSeatLabels:
        return ss.NoSeatLabels(bye="bye", absent="absent")


def starter(name: str) -> LeagueEvent:
    names = ("Ann Archer", "Bob Baker", "Cid Carter", "Dee Dyer", "Eve Eaton")
    players = tuple(ss.Player(id=f"P{at}", name=one) for at, one in enumerate(names, start=1))
    prizes = (Prize(rank=1, title="the cup"), Prize(rank=2, title="a medal"))
    return LeagueEvent(header=ss.Header(name=name, system="league", rounds=3), players=players, prizes=prizes)


class Result(ss.RoundResult, frozen=True):
    player: str
    name: str
    points: int | Fraction
    """Of a bye alone from here on: nothing else is there."""
    table: int | None = None
    seat: str | None = None
    opponent: str | None = None
    goals: int | None = None
    against: int | None = None


def points_of(own: ss.Amount, other: ss.Amount, rules: LeagueSettings) -> ss.Amount:
    """Three for a win and one for a draw, and bonus points; for scoring and for the formulas of the results."""
    won = ss.when(own > other, 3, ss.when(ss.near(own, other), 1, 0))
    close = ss.when(ss.all_of(own < other, other - own <= rules.close), 1, 0)
    return won + ss.when(own >= rules.many, 1, 0) + close


def so_far(round_: ss.RoundContext[LeagueEvent]) -> ss.PointsSoFar:
    """Who has what, has met whom and had a bye, by what is scored, and where nothing is by what is drawn."""
    event, entrants = round_.event, round_.event.entrants(round_.stage)
    points, met, byes = dict.fromkeys(entrants, Fraction(0)), list[tuple[str, str]](), list[str]()
    for earlier in round_.earlier:
        results = [Result.read(row) for row in earlier.rows]
        for one in results:
            points[one.player] = points.get(one.player, Fraction(0)) + one.points
        pairs = [(one.player, one.opponent) for one in results if one.opponent and one.seat == "home"]
        free = {one.player for one in results if one.opponent is None}
        if earlier.drawn:
            pairs += [(two[0], two[1]) for table in earlier.drawn.tables if len(two := [*table.seated.values()]) > 1]
            free |= {*earlier.drawn.byes}
        met, byes = [*met, *pairs], [*byes, *sorted(free)]
    there = {one: points[one] for one in entrants}
    return ss.PointsSoFar(
        points=there, names=event.names, seats=("home", "away"), met=met, had_bye=byes, seed=event.header.seed
    )


def draw(round_: ss.RoundContext[LeagueEvent]) -> ss.Draw:
    return ss.draw_by_points(round_.stage, so_far(round_))


def change_draw(round_: ss.RoundContext[LeagueEvent], coming: ss.Coming) -> ss.Draw:
    return ss.change_draw_by_points(round_.draw, so_far(round_), coming)


def box(table: int, what: str, seat: str) -> ss.FieldKey:
    return ss.FieldKey(table, "", f"game.{what}_{BOXES[seat]}")


def forms(round_: ss.RoundContext[LeagueEvent]) -> ss.RoundForms:
    names = round_.event.names
    players = ss.Choices("players", tuple(ss.display_name(one, names) for one in names), tuple(names))
    blocks = ss.bind(round_.library.template("game"), "", ss.Surroundings({"players": players}))
    form = ss.PageForm("League", "", blocks, signed=("home", "away"))
    return ss.RoundForms(
        round_.stage,
        tuple(ss.TableForms(table.number, "", "", (ss.Page(1, "", form),)) for table in round_.draw.tables),
        filled={box(table, "player", seat): player for table, seat, player in round_.draw.places()},
    )


def check_entries(round_: ss.RoundContext[LeagueEvent]) -> list[ss.Finding]:
    boxes = [box(table, "goals", seat) for table, seat, _ in round_.draw.places()]
    return [
        ss.finding("result-missing", f"table {key.table}: enter the goals of both", fields=(key,))
        for key in boxes
        if key not in round_.entries
    ]


def score(round_: ss.RoundContext[LeagueEvent]) -> ss.RoundScore:
    names, rules, results = round_.event.names, round_.event.settings, list[Result]()
    for (table, _), page in round_.pages.items():
        (line,) = page.rows["game"]
        who, goals = ({seat: line.values[f"{what}_{at}"] for seat, at in BOXES.items()} for what in ("player", "goals"))
        for seat, other in (("home", "away"), ("away", "home")):
            player, opponent, own, against = who[seat], who[other], goals[seat], goals[other]
            if isinstance(player, str) and isinstance(own, int) and isinstance(against, int):
                points = points_of(Fraction(own), Fraction(against), rules)
                results.append(Result(player, names[player], points, table, seat, str(opponent), own, against))
    byes = [Result(one, names[one], rules.bye) for one in round_.draw.byes]
    return ss.RoundScore(round_.stage, tuple(one.row() for one in (*results, *byes)), (), (), round_.pages)


def games(scored: ss.ScoredRound) -> list[ss.Game]:
    played = [row for row in scored.rows if Result.read(row).opponent is not None]
    tables = ss.grouped(played, lambda row: Result.read(row).table or 0)
    return [ss.Game(table, 1, ss.ranked_sides(rows, by="goals")) for table, rows in tables.items()]


def chain_of(event: LeagueEvent) -> tuple[ss.Step, ...]:
    own = {GOALS.id: (GOALS,)}
    return POINTS, *(step for id_ in event.settings.tie_breaks for step in own.get(id_) or ss.steps_called((id_,)))


def procedure(round_: ss.RoundContext[LeagueEvent]) -> ss.Procedure:
    rules = round_.event.settings
    return ss.Procedure(
        draw=("Those with equal points meet, nobody anybody twice. The last without an opponent has a bye.",),
        scoring=(
            f"A win is 3 points, a draw 1, a bye {rules.bye}; {rules.many} goals are one more, as is a loss by "
            f"{rules.close} or less. The standings go by {ss.broken_by(chain_of(round_.event), ', then by ')}.",
        ),
        attendance=("Who comes late meets whoever has the bye.",),
    )


def decided(progress: ss.EventProgress[LeagueEvent]) -> tuple[ss.TieRecord, ss.DecidedChain]:
    """What everybody has in each round, and how the chain ranks them."""
    rounds = Result.read_rounds(progress.rounds)
    scores = {one.id: one.score for one in ss.totals_of(progress.rounds, "player", "points")}
    goals = {one.id: one.score for one in ss.totals_of(progress.rounds, "player", "goals")}
    outings = []
    for number, results in rounds.items():
        found = {one.player: one for one in results}
        for id_ in scores:
            one, share = found.get(id_), None
            if one and one.opponent and one.goals is not None and one.against is not None:
                margin = one.goals - one.against
                share = Fraction((margin > 0) - (margin < 0) + 1, 2)
                outings.append(ss.Outing(id_, number, "game", one.points, one.opponent, share, margin))
            else:
                outings.append(ss.Outing(id_, number, "bye" if one else "out", one.points if one else 0))
    ties = ss.TieRecord(scores, outings, progress.event.header.seed)

    def figures(step: ss.Step, places: ss.Places) -> ss.Figures:
        return {POINTS: scores, GOALS: goals}.get(step) or ties.figures(step, places)

    return ties, ss.decide(dict.fromkeys(scores, 1), chain_of(progress.event), figures)


def standings(progress: ss.EventProgress[LeagueEvent]) -> ss.Standings:
    _, chain = decided(progress)
    goals = {one.id: one.score for one in ss.totals_of(progress.rounds, "player", "goals")}
    rows = list[ss.ResultRow]()
    for one in ss.totals_of(progress.rounds, "player", "points"):
        row: ss.ResultRow = {"rank": chain.ranks[one.id], "id": one.id, "name": one.name, "score": one.score}
        rows.append({**row, "goals": goals[one.id], **chain.beside((POINTS.id, GOALS.id), one.id)})
    rows.sort(key=lambda row: chain.ranks[str(row["id"])])
    return ss.Standings(max(progress.rounds, default=0), tuple(rows), (), tuple(progress.open))


def results_table(name: str, results: Sequence[Result], rules: LeagueSettings | None = None) -> ss.Table[Result]:
    """The table of a round; with the rules each cell says how it comes of what was entered."""

    def entered(what: str) -> ss.Column[Result]:
        def shown(own: ss.LineFigures[Result]) -> ss.Shown:
            line, other = own.line, "away" if own.line.seat == "home" else "home"
            if rules is None or line.table is None or line.seat is None:
                return line.goals if what == "goals" else line.against
            key = box(line.table, "goals", line.seat if what == "goals" else other)
            value = line.goals if what == "goals" else line.against
            return own.looked_up(value, lambda here: here.other(ss.ENTRIES, key, ss.VALUE))

        return ss.figure_column(what, what.capitalize(), 64, ss.ByRule(shown))

    def points(own: ss.LineFigures[Result]) -> ss.Shown:
        played = rules is not None and own.line.opponent is not None
        return points_of(own.cell("goals"), own.cell("against"), rules) if rules and played else own.line.points

    columns: tuple[ss.Column[Result], ...] = (
        ss.text_column("name", "Name", 200, lambda one: one.name),
        ss.text_column("opponent", "Opponent", 80, lambda one: one.opponent or "bye"),
        entered("goals"),
        entered("against"),
        ss.figure_column("points", "Points", 64, ss.ByRule(points), style="cell strong"),
    )
    return ss.Table(name, columns, results, key=lambda one: one.player)


def results_sheets(round_: ss.RoundContext[LeagueEvent]) -> list[ss.TableSheet]:
    results = [Result.read(row) for row in round_.score.rows]
    return [ss.TableSheet("Results", "Results", tables=(results_table("results", results, round_.event.settings),))]


def standings_sheets(progress: ss.EventProgress[LeagueEvent]) -> list[ss.TableSheet]:
    record, chain = decided(progress)
    played = Result.read_rounds(progress.rounds).items()
    tables = {number: results_table(ss.round_name(number), results) for number, results in played}
    rows, scores = progress.standings.rows, ss.RoundScores("Player", "points", tables, whole=True)

    def of_round(here: ss.Here[ss.Outing], key: str) -> str:
        return here.other(ss.round_name(here.line.round), here.line.who, key)

    def margin(here: ss.Here[ss.Outing]) -> str:
        return f"({of_round(here, 'goals')}-{of_round(here, 'against')})"

    def points(here: ss.Here[ss.Outing]) -> str | None:
        return None if here.line.kind == "out" else of_round(here, "points")

    def goals(here: ss.Here[ss.ResultRow]) -> str:
        there = [table.name for table in tables.values() if table.has(here.line["id"])]
        return "+".join(f"N({here.other(name, here.line['id'], 'goals')})" for name in there)

    def prizes(own: ss.LineFigures[ss.ResultRow]) -> ss.Figure | str:
        won = [ss.when(ss.near(own.cell("rank"), prize.rank), f"{prize.title} ", "") for prize in progress.event.prizes]
        most = own.looked_up(max(int(str(row["goals"])) for row in rows), lambda here: f"MAX({here.range('goals')})")
        return ss.joined(ss.when(ss.near(own.cell("goals"), most), "top scorer ", ""), *won)

    share = {"share": lambda here: f"(SIGN({margin(here)})+1)/2"}
    ties = ss.TieTables(chain, record, rows, (POINTS.id, GOALS.id), {"score": points, "margin": margin, **share})
    before, rank = ties.rank()
    columns = (
        *scores.rank_columns(rank),
        *scores.score_columns("Points"),
        ss.figure_column("goals", "Goals", 60, ss.column("goals"), goals),
        *before,
        ss.text_column("prizes", "Prizes", 160, ss.ByRule(prizes)),
    )
    table = ss.Table(ss.STANDINGS, ties.among(columns), rows, key=lambda row: row["id"])
    rounds = [ss.TableSheet(one.name, one.name, tables=(one,)) for one in tables.values()]
    return [ss.TableSheet("Standings", "Standings", ties.lines, tables=(table,)), *rounds, *ties.sheets()]


LEAGUE = ss.System(
    id="league",
    title="League",
    summary="games for two with bonus points: 3 for a win, 1 for a draw",
    event_model=LeagueEvent,
    starter=starter,
    draw=draw,
    change_draw=change_draw,
    forms=forms,
    check_entries=check_entries,
    score=score,
    games=games,
    earns="points",
    procedure=procedure,
    standings=standings,
    results_sheets=results_sheets,
    standings_sheets=standings_sheets,
    home=Path(__file__).parent / "league_game",
)
