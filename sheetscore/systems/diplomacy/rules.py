"""What Diplomacy asks of an event: a scoring system that exists, settings that go together, players for the boards.

Also the procedure of an event in words, with the rules of its scoring system.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.event.model import MOST_TABLES
from sheetscore.event.tables import doubtful, heading_of, place_of, wrong
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.boards.field import LeftOver, left_over
from sheetscore.pairing.boards.record import SEATS
from sheetscore.pairing.draw import display_name
from sheetscore.pairing.origins import kept_apart
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.system import BoardSystem, board_system, usable_systems
from sheetscore.scoring.tie_breaks import broken_by
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.by_hand import pencil_work, values_sheet
from sheetscore.systems.diplomacy.event_scores import HEAD_TO_HEAD, STEPS
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacyPlayer
from sheetscore.systems.outcomes import BY_LOT, CARD_FOR_LATE, Decision, Procedure, decisions_of
from sheetscore.wording import first_few, join_words, number_list, pluralize

_MOST_NAMED = 6
"""The most players named in a message; others are counted."""

_LEFT_OVER = {"sit_out": "sit out", "double": "play on two boards"}


def check_event(event: DiplomacyEvent) -> list[Finding]:
    """Find what breaks a rule of Diplomacy in an event, with places as in event.toml."""
    checks = (
        _scoring,
        _weights,
        _counted,
        _sit_out_score,
        _players,
        _left_over,
        _standbys,
        _preferences,
        _pairs_apart,
        _teams,
        _team_members,
    )
    return [one for check in checks for one in check(event)]


def _heading(event: DiplomacyEvent, setting: str) -> str:
    return heading_of(event, "settings", setting)


def _scoring(event: DiplomacyEvent) -> Iterator[Finding]:
    """Check that the scoring system is one of the event's own or a shipped one, and that its file has no mistakes."""
    try:
        board_system(event.settings.scoring, event.own_templates)
    except MistakesFound as mistakes:
        settings_place = place_of(event, event.settings)
        for one in mistakes.findings:
            yield replace(one, sheet=settings_place, cell="scoring") if one.code == "event-reference" else one


def _weights(event: DiplomacyEvent) -> Iterator[Finding]:
    settings = event.settings
    if settings.event_scoring == "weights" and not settings.weights:
        message = (
            "The event is scored by weights, and there are none. Enter what the best score is multiplied by, the "
            "second best and so on, such as 1, 1, 0.5; or choose another event scoring."
        )
        yield wrong(event, settings, "weights", message, "event-missing")
    if settings.weights and settings.event_scoring != "weights":
        message = (
            f"There are weights, and the event is scored by {settings.event_scoring}: they change nothing. Set "
            f"{_heading(event, 'event_scoring')} to weights, or clear them."
        )
        yield doubtful(event, settings, "weights", message)
    if list(settings.weights) != sorted(settings.weights, reverse=True):
        message = (
            "The weights do not fall from the best score to the worst: a weaker game counts more than a better one. "
            "Put the highest first, unless that is meant."
        )
        yield doubtful(event, settings, "weights", message)


def _counted(event: DiplomacyEvent) -> Iterator[Finding]:
    """Warn if the number of best scores that count has no effect."""
    settings, rounds = event.settings, event.header.rounds
    if settings.counted is None:
        return
    if settings.event_scoring != "sum":
        message = (
            f"The best {settings.counted} are to count, and the event is scored by {settings.event_scoring}: only a "
            f"sum leaves scores out. Set {_heading(event, 'event_scoring')} to sum, or clear "
            f"{_heading(event, 'counted')}."
        )
        yield doubtful(event, settings, "counted", message)
        return
    by_games = settings.round_scoring == "none"
    most = rounds * 2 if by_games and settings.remainder == "double" else rounds
    if settings.counted > most:
        had = pluralize(most, "game" if by_games else "round")
        message = f"The best {settings.counted} are to count, and nobody can have more than {had}: all count. Lower it."
        yield doubtful(event, settings, "counted", message)


def _sit_out_score(event: DiplomacyEvent) -> Iterator[Finding]:
    settings = event.settings
    if settings.sit_out_score is not None and settings.event_scoring in {"hurst", "mystery"}:
        message = (
            f"Sitting out is to score {settings.sit_out_score}, and {settings.event_scoring} goes by the games alone: "
            f"it changes nothing. Clear {_heading(event, 'sit_out_score')}, or choose another event scoring."
        )
        yield doubtful(event, settings, "sit_out_score", message)


def _players(event: DiplomacyEvent) -> Iterator[Finding]:
    """Warn of rounds with too few players for a board, and refuse those with more boards than a round can have."""
    few, many = [], []
    for number in event.stages:
        players, standbys = _players_and_standbys(event, number)
        if players < SEATS:
            few.append(number)
        elif left_over(players, standbys, event.settings.remainder).boards > MOST_TABLES:
            many.append(number)
    if not event.players:
        message = f"No player is entered, and {SEATS} are needed for a board. Enter the players."
        yield finding("event-missing", message, sheet="[[player]]", cell="id", severity=Severity.WARNING)
    elif few:
        counts = {_players_and_standbys(event, number)[0] for number in few}
        message = (
            f"Fewer than {SEATS} players are there {_when(event, few)} ({'at most ' * (len(counts) > 1)}{max(counts)}, "
            "without standbys): nothing can be drawn. Enter more, or change the rounds that they play in."
        )
        yield finding("event-missing", message, sheet="[[player]]", cell="id", severity=Severity.WARNING)
    if many:
        message = (
            f"There are players for more than {MOST_TABLES} boards {_when(event, many)}, and {MOST_TABLES} are the "
            "most that a round can have. Split the event."
        )
        yield finding("event-rule", message, sheet="[[player]]", cell="id")


def _players_and_standbys(event: DiplomacyEvent, number: int) -> tuple[int, int]:
    standbys = [player.standby for player in event.players if player.plays_in(number)]
    return standbys.count(False), standbys.count(True)


def _when(event: DiplomacyEvent, numbers: Sequence[int]) -> str:
    every = len(numbers) == len(event.stages) and len(numbers) > 1
    return "in every round" if every else f"in {number_list('round', numbers)}"


def _left_over(event: DiplomacyEvent) -> Iterator[Finding]:
    """Warn of a number of players that leaves some over, and say what happens then."""
    rounds: dict[tuple[int, int], list[int]] = {}
    for number in event.stages:
        rounds.setdefault(_players_and_standbys(event, number), []).append(number)
    for (players, standbys), numbers in rounds.items():
        if players > SEATS and players % SEATS:
            plan = left_over(players, standbys, event.settings.remainder)
            message = (
                f"{players} players {_when(event, numbers)} do not make full boards. "
                f"{plan.remark}{' ' if plan.remark else ''}{_outcome(plan)} Change the number of players, or the "
                f"setting {_heading(event, 'remainder')}, if you want it otherwise."
            )
            yield finding("event-rule", message, sheet="[[player]]", cell="id", severity=Severity.WARNING)


def _outcome(plan: LeftOver) -> str:
    """Say what happens in a round with players left over."""
    rest = (
        (plan.sit_outs, "sits out", "sit out"),
        (plan.standbys, "standby fills up", "standbys fill up"),
        (plan.doubles, "plays on two boards", "play on two boards"),
    )
    boards = pluralize(plan.boards, "board is", "boards are")
    return f"{boards} played, and {', '.join(pluralize(*one) for one in rest if one[0])}."


def _standbys(event: DiplomacyEvent) -> Iterator[Finding]:
    """Warn of standbys who are never drawn, and of a rule for standbys without any."""
    standbys = [player for player in event.players if player.standby]
    settings = event.settings
    if settings.remainder == "standbys" and not standbys:
        message = (
            "Standbys are to fill up boards, and no player is one: the players left over sit out. Mark the standbys "
            f"on the list of players, or change {_heading(event, 'remainder')}."
        )
        yield doubtful(event, settings, "remainder", message)
    if standbys and settings.remainder != "standbys":
        are = "is a standby, who is drawn" if len(standbys) == 1 else "are standbys, who are drawn"
        message = (
            f"{_named(event, standbys)} {are} in no round, as the players left over {_LEFT_OVER[settings.remainder]}, "
            f"and not ranked, whatever was played. Set {_heading(event, 'remainder')} to standbys, or clear "
            f"{heading_of(event, 'player', 'standby')}."
        )
        yield doubtful(event, settings, "remainder", message)


def _named(event: DiplomacyEvent, players: Sequence[DiplomacyPlayer]) -> str:
    """Name the first :data:`_MOST_NAMED` players, and count the others."""
    return join_words(first_few([display_name(player.id, event.names) for player in players], _MOST_NAMED))


def _preferences(event: DiplomacyEvent) -> Iterator[Finding]:
    """Check that nobody wishes for a power twice, and that wishes and their setting go together."""
    for player in event.players:
        twice = sorted({power for power in player.preferences if player.preferences.count(power) > 1})
        if twice:
            message = f"The preferences of {player.name} name {join_words(twice)} more than once. Name each power once."
            yield wrong(event, player, "preferences", message)
    wishing = [player for player in event.players if player.preferences]
    if wishing and event.settings.powers == "balanced":
        message = (
            f"There are preferences of {_named(event, wishing)}, and the powers are balanced: they change nothing. Set "
            f"{_heading(event, 'powers')} to preferences, or clear them."
        )
        yield doubtful(event, event.settings, "powers", message)
    if event.settings.powers == "preferences" and not wishing and event.players:
        message = (
            "Powers are to go by the players' preferences, and nobody has any: they are balanced. Enter preferences, "
            f"or set {_heading(event, 'powers')} to balanced."
        )
        yield doubtful(event, event.settings, "powers", message)


def _pairs_apart(event: DiplomacyEvent) -> Iterator[Finding]:
    """Check that pairs kept apart are of two players, in a round of the event."""
    for wish in event.pairs_apart:
        one, other = (folded(player) for player in wish.players)
        names = {folded(player): display_name(player, event.names) for player in event.names}
        pair = join_words([names.get(folded(player), player) for player in wish.players])
        if one == other:
            message = f"A pair to be kept apart is one player twice: {pair}. Name two."
            yield wrong(event, wish, "players", message)
        if wish.round is not None and wish.round > event.header.rounds:
            message = (
                f"{pair} are to be kept apart in round {wish.round}, and the last is {event.header.rounds}. Correct "
                "the round, or clear it to mean all."
            )
            yield wrong(event, wish, "round", message, "event-value")


def _teams(event: DiplomacyEvent) -> Iterator[Finding]:
    """Warn of teams without members, and of standbys in teams."""
    with_members = {folded(player.team) for player in event.players if player.team}
    for team in event.teams:
        if folded(team.id) not in with_members:
            message = f'The team "{team.name}" has no members. Enter {team.id} with its players, or remove the team.'
            yield doubtful(event, team, "id", message)
    for player in event.players:
        if player.standby and player.team:
            message = (
                f"{player.name} is a standby and in the team {player.team}. Standbys are not ranked, nor do they score "
                "for a team: clear one of the two."
            )
            yield doubtful(event, player, "team", message)


def _team_members(event: DiplomacyEvent) -> Iterator[Finding]:
    """Warn if more members count than any team has."""
    teams = [folded(player.team) for player in event.players if player.team and not player.standby]
    most = max((teams.count(folded(team.id)) for team in event.teams), default=0)
    if 0 < most < event.settings.team_members:
        message = (
            f"The best {event.settings.team_members} members of a team are to count, and no team has more than {most}: "
            f"all count. Lower {_heading(event, 'team_members')}, or enter the members that are missing."
        )
        yield doubtful(event, event.settings, "team_members", message)


def decisions_of_event(event: DiplomacyEvent) -> list[Decision]:
    """Return every setting with its value and its meaning, and the scoring systems that there are."""
    usable = [one.file for one in usable_systems(event.own_templates)[0]]
    scoring, *others = decisions_of(event.settings)
    chosen = next((one for one in usable if one.is_called(scoring.value)), None)
    if chosen is not None:
        scoring = replace(
            scoring, value=chosen.id, meaning=chosen.summary, words=chosen.title, about=chosen.description
        )
    return [replace(scoring, choices={one.id: one.summary_with_names for one in usable}), *others]


_REMAINDER = {
    "sit_out": "When the players make no full boards of seven, those sit out who have done so least often.",
    "standbys": "When the players make no full boards of seven, standbys fill them up, if there are enough for a whole "
    "board; those stand in who have done so least often. A standby plays a power like anybody else, but has no rank.",
    "double": "When the players make no full boards of seven, some play on two, those who have done so least often.",
}

_ROUND = {"best": "the best of them counts", "sum": "their sum counts", "none": "each counts on its own"}


def describe_procedure(round_: RoundContext[DiplomacyEvent]) -> Procedure:
    """Return the procedure of the event: how boards are drawn and scored, late entries and withdrawals."""
    event = round_.event
    system = board_system(event.settings.scoring, event.own_templates)
    return Procedure(
        draw=tuple(_draw(event)),
        scoring=tuple(_how_scored(event, system)),
        attendance=tuple(_attendance(event)),
        by_hand=(
            f"Cut the player cards apart. {CARD_FOR_LATE} Shuffle the cards of those who are there and deal seven to "
            "each board; what is left over goes by the rule on who comes and goes.",
            *_standbys_by_hand(event),
            *_apart_by_hand(event),
            "Exchange cards between boards while two meet again who have met, as long as fewer meet again afterwards.",
            *_origins_by_hand(event),
            "On each board shuffle seven slips with the powers and deal them to the cards. Exchange two slips where "
            "somebody would have a power again.",
            "Write on the posting who has which power, and on every card the power and whom the player meets.",
        ),
        pencil=pencil_work(event, system),
        sheets=(values_sheet(system),),
    )


def _standbys_by_hand(event: DiplomacyEvent) -> Iterator[str]:
    if _has_standbys(event):
        yield (
            "Lay the cards of standbys, whom the list Players names, aside; deal of them what the last board lacks. On "
            "the posting and on the board write “standby” behind such a name."
        )


def _has_standbys(event: DiplomacyEvent) -> bool:
    """Return whether standbys may play."""
    return event.settings.remainder == "standbys"


def _apart_by_hand(event: DiplomacyEvent) -> Iterator[str]:
    """Say which cards may not lie together."""
    team_mates = event.settings.team_mates_apart and any(player.team for player in event.players)
    who = ["team mates"] * team_mates + ["pairs that the list Pairings forbids"] * bool(event.pairs_apart)
    if who:
        yield f"Exchange cards between boards until no {' and no '.join(who)} are on one board."


def _origins_by_hand(event: DiplomacyEvent) -> Iterator[str]:
    """Say which cards lie together as seldom as possible; a club or country stands at the head of a card."""
    if event.settings.keep_apart:
        yield (
            f"{kept_apart(event.settings.keep_apart)} on one board as rarely as can be: exchange cards for that, as "
            "long as no more meet again."
        )


def _draw(event: DiplomacyEvent) -> Iterator[str]:
    apart = "team mates and " if event.settings.team_mates_apart else ""
    yield f"Boards are drawn so that as few as possible meet again; {apart}pairs that the director names are apart."
    yield (
        "Powers go by the players' preferences."
        if event.settings.powers == "preferences"
        else "Powers are given so that nobody plays one twice as far as that can be."
    )
    if _has_standbys(event):
        yield "Standbys are spread over the boards as far as that costs none of this."
    if event.settings.keep_apart:
        yield f"{kept_apart(event.settings.keep_apart)} on one board as rarely as can be without more of either."
    yield BY_LOT


def _how_scored(event: DiplomacyEvent, system: BoardSystem) -> Iterator[str]:
    settings = event.settings
    yield f"Boards are scored by {system.file.summary} The sheet Values says how."
    yield (
        "A game ends with a solo, a draw that its members agree on, when time is up, or with a concession, which "
        "scores as a solo of the power that it is made to."
    )
    yield (
        "A ruling of the director, with its reason on the board's sheet, is the score of that power, whatever the "
        "board gives it."
    )
    yield f"Of somebody with two games in a round {_ROUND[settings.round_scoring]}."
    yield f"The event: {_event_scoring(event)}."
    broken = broken_by((STEPS[one] for one in settings.tie_breaks), ", then by ")
    yield (
        f"Ties are broken by {broken}; all games of the event count for that."
        if broken
        else "Equal scores share a rank."
    )
    if HEAD_TO_HEAD in settings.tie_breaks:
        yield (
            "Of shared boards it is added up by how much one scored more, or less, than each of the others who are "
            "still equal. A, B and C are equal, say: on one board A has 40 and B 25, on another A 10 and C 20. That "
            "makes 5 for A (15 less 10), −15 for B and 10 for C: C comes first, A second."
        )
    yield (
        "The award for a power goes to the best game with it, by score, then by centres; equal games share it"
        f"{', and standbys win none' * _has_standbys(event)}."
    )
    if event.teams:
        yield (
            f"A team's score is the sum of the event scores of its {settings.team_members} best members; equal scores "
            "share a rank."
        )


def _event_scoring(event: DiplomacyEvent) -> str:
    settings = event.settings
    best = "all scores" if settings.counted is None else f"the best {settings.counted} scores"
    weights = ", ".join(f"{weight.normalize():f}" for weight in settings.weights)
    return {
        "sum": f"the sum of {best}",
        "weights": f"the scores from the best down, times {weights or 'their weights'}",
        "average": "the average of the rounds played",
        "per_round": "the sum of all scores, divided by the rounds held",
        "hurst": "for every game the centres above the mean of its power in the whole event",
        "mystery": "100 for a share in a draw, 10 for surviving outside of it, and for a solo what all drawn games "
        "gave, divided by their number and by that of the solos; all of it divided by the rounds held",
    }[settings.event_scoring]


def _attendance(event: DiplomacyEvent) -> Iterator[str]:
    score = event.settings.sit_out_score
    yield _REMAINDER[event.settings.remainder]
    yield (
        "A round that somebody sits out does not count."
        if score is None
        else f"A round that somebody is drawn to sit out scores {score.normalize():f}."
    )
    yield (
        "Who comes late is drawn from the first round on in which he or she is there, who leaves until the last; "
        "rounds that are missed score nothing. Whoever takes somebody's place on the day is written on the board "
        "instead, and has the score of the game."
    )
