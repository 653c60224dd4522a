"""Players who have another team, count otherwise in standings, or have other rounds, than when a round was scored.

Standings and the scores of teams go by what the event says now. Sorting a column of the players alone, or deleting a
cell of it, gives the results of one team to another, or takes players out of the standings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT, EventFolder, stage_name, stage_scored
from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.event.tables import EventColumn, heading_of, id_of, table_of, walk
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.opening.first_ratings import Known, own_results
from sheetscore.pairing.draw import display_name
from sheetscore.results.record import Enrolled, RoundRecord
from sheetscore.results.scoring_changes import as_recorded_value, setting_text
from sheetscore.results.setup import PLAYER, TEAM
from sheetscore.wording import first_clauses, number_list

TEAMS = "teams-exchanged"
"""The code of findings about players who are of other teams."""

RANKED = "ranked-otherwise"
"""The code of findings about players whom standings leave out now or take in now, unlike before."""

_NAMED = 6
"""How many ids are named in the message; the others are counted."""


class Change(Struct, frozen=True):
    """A player's value when a round was scored, and the present one, as messages show them."""

    then: str
    now: str


def exchanged_rosters(event: Event, place: EventFolder, known: Known) -> Iterator[Finding]:
    """Find teams that have exactly the players whom another team had in results.

    Nobody transfers a whole team: somebody sorted the column of teams alone, or exchanged two teams in it.
    """
    parts = [(table.path, id_of(part), where) for where, table, part in walk(event) if table.has_ids]
    called = {folded(id_): id_ for path, id_, _ in parts if path == TEAM}
    now = _rosters({player.id: str(getattr(player, "team", None) or "") for player in event.players})
    for record in own_results(event, place, known):
        enrolled = record.setup.enrolled if record.setup else ()
        then = _rosters({one.id: one.team for one in enrolled if one.kind == PLAYER})
        had = {players: team for team, players in then.items()}
        wrong = {team: had[players] for team, players in now.items() if team in then and had.get(players, team) != team}
        if wrong:
            were = first_clauses(
                [f"all of {called.get(was, was)} are of {called.get(team, team)}" for team, was in wrong.items()],
                _NAMED,
            )
            message = (
                f"{len(wrong)} teams have the players whom others had when {stage_scored(record.round)}: "
                f"{were}. Results and draws go by the players. Give them their teams back; to exchange or sort people, "
                "move whole rows"
            )
            first = min(now[next(iter(wrong))])
            at = next(where for path, id_, where in parts if (path, folded(id_)) == (PLAYER, first))
            yield finding(TEAMS, message, sheet=at, cell="team", severity=Severity.ERROR)
            return


def _rosters(teams: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the players of each team, all by their folded ids."""
    found: dict[str, set[str]] = defaultdict(set)
    for player, team in teams.items():
        if team:
            found[folded(team)].add(folded(player))
    return {team: frozenset(players) for team, players in found.items()}


def changed_people(event: Event, place: EventFolder, known: Known) -> Iterator[Finding]:
    """Find, column by column, players whose team or other value that standings go by is not as results recorded it."""
    table = next(table for table in table_of(type(event)).tables if table.key == PLAYER)
    for column in table.columns:
        if column.key == TEAM or column.name in table.model.RANKS:
            changed, rounds = dict[str, Change](), list[int]()
            for record in own_results(event, place, known):
                if found := _changes(event, column, record.setup.enrolled if record.setup else ()):
                    changed |= found
                    rounds.append(record.round)
            if changed:
                several = f"{number_list('round', rounds)} were scored"
                scored = several if len(rounds) > 1 else stage_scored(rounds[0])
                of_column = _of_teams if column.key == TEAM else _of_values
                yield of_column(event, column, changed, scored, place.results(rounds[0]).name)


def _changes(event: Event, column: EventColumn, enrolled: Sequence[Enrolled]) -> dict[str, Change]:
    """Return the changed values of the players of a round, by their ids.

    Left out are the players of a team that only has another id. If none of the others had a team then, nothing is
    returned: teams have been entered since.
    """
    then = {folded(one.id): _recorded(column, one) for one in enrolled if one.kind == PLAYER}
    both = {
        player.id: Change(then[folded(player.id)], _text(column, getattr(player, column.name)))
        for player in event.players
        if folded(player.id) in then
    }
    changed = {id_: one for id_, one in both.items() if folded(one.then) != folded(one.now)}
    if column.key != TEAM:
        return changed
    had, have = (_rosters({id_: getattr(one, when) for id_, one in both.items()}) for when in ("then", "now"))
    renamed = {team for team, players in had.items() if team not in have and players in have.values()}
    changed = {id_: one for id_, one in changed.items() if folded(one.then) not in renamed}
    return changed if any(one.then for one in changed.values()) else {}


def _recorded(column: EventColumn, one: Enrolled) -> str:
    """Return what results recorded of a player; they leave out defaults."""
    return _text(column, one.team if column.key == TEAM else one.more.get(column.key, column.default))


def _text(column: EventColumn, value: object) -> str:
    return str(value or "") if column.key == TEAM else setting_text(as_recorded_value(value))


def _of_teams(event: Event, _: EventColumn, changed: Mapping[str, Change], scored: str, results: str) -> Finding:
    """Make the finding about other teams, also for a single player: even one changes the scores of two teams."""
    were = [f"{id_} was of {one.then or 'no team'} and is of {one.now or 'no team'}" for id_, one in changed.items()]
    who = "a player has another team" if len(changed) == 1 else "players have other teams"
    counts = (
        "What is scored stays with the teams of its draw, and new draws go by the present ones"
        if any(map(event.drawn_as, event.stages))  # draws record the teams
        else "Wherever scores of teams are worked out again, what was done before counts for the present team"
    )
    message = (
        f"{who} since {scored}: {first_clauses(were, _NAMED)}. {counts}. Unless that is meant, give everyone the "
        "former team back; to exchange or sort people, move whole rows"
    )
    return finding(TEAMS, message, sheet=results)


def _of_values(event: Event, column: EventColumn, changed: Mapping[str, Change], scored: str, results: str) -> Finding:
    were = [f"{id_} was {one.then} and is {one.now}" for id_, one in changed.items()]
    message = (
        f"{heading_of(event, PLAYER, column.key)} has changed since {scored}: {first_clauses(were, _NAMED)}. Standings "
        "go by what it is now for all rounds, and may so leave out who was ranked. Unless that is meant, give everyone "
        "the former value back; to exchange or sort people, move whole rows"
    )
    return finding(RANKED, message, sheet=results)


def played_while_away(event: Event, scored: Iterable[RoundRecord]) -> Iterator[Finding]:
    """Find players who have played at a table in a round for which the event says that they are away.

    Parameters
    ----------
    scored
        The results of rounds, with the present ids.
    """
    for record in scored:
        if record.round == WHOLE_EVENT:  # for a draw of all rounds `results_while_absent` finds them
            continue
        played = dict.fromkeys(str(row[PLAYER]) for row in record.rows if row.get("table") and PLAYER in row)
        away = [id_ for id_ in played if id_ in event.names and not event.player(id_).plays_in(record.round)]
        if away:
            bounds = (heading_of(event, PLAYER, key) for key in ("first_round", "last_round", "absent"))
            message = (
                f"{first_clauses([display_name(id_, event.names) for id_ in away], _NAMED)}: played in "
                f"{stage_name(record.round)}, and not there by the event. These results count all the same; correct "
                f"{' or '.join(bounds)}"
            )
            sheet = record.file.name if record.file else ""
            yield finding("not-playing", message, sheet=sheet)
