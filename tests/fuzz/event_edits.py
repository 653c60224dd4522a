"""What a director changes in event.toml after sheets are made."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import tomlkit
from hall import Hall

Edit = Callable[[Any, Random], str]
"""Changes the event, and says how; "" where there is nothing of the kind."""


def rename(event: Any, random: Random) -> str:
    """Give a player or a team another name."""
    kind = random.choice([kind for kind in ("player", "team") if kind in event])
    one = random.choice(event[kind])
    was, one["name"] = one["name"], f"Zoe {one['id']}"
    return f"{kind} {one['id']}: name {was} -> {one['name']}"


def exchange_teams(event: Any, random: Random) -> str:
    """Have two players change teams."""
    players = [one for one in event.get("player", ()) if one.get("team")]
    if len(players) < 2:
        return ""
    one, other = random.sample(players, 2)
    one["team"], other["team"] = str(other["team"]), str(one["team"])
    return f"teams of {one['id']} and {other['id']} exchanged"


def leave(event: Any, random: Random) -> str:
    """Strike somebody off."""
    players = event.get("player", ())
    if len(players) < 2:
        return ""
    at = random.randrange(len(players))
    who = players[at]["id"]
    del players[at]
    return f"player {who} struck off"


def come(event: Any, random: Random) -> str:
    """Enter somebody more, as the last one."""
    if "player" not in event or any("team" in one for one in event["player"]):
        return ""
    number = random.randrange(60, 90)
    more = tomlkit.table()
    more["id"], more["name"] = f"P{number}", f"Newcomer {number}"
    if "rating" in event["player"][0]:
        more["rating"] = 1000 + number
    event["player"].append(more)
    return f"player P{number} entered"


def seed(event: Any, random: Random) -> str:
    """Have other lots drawn from now on."""
    event["event"]["seed"] = random.randrange(100, 999)
    return f"seed = {event['event']['seed']}"


def tables(event: Any, random: Random) -> str:
    """Change how many tables the first round has."""
    first = event.get("round", [{}])[0]
    if "tables" not in first:
        return ""
    first["tables"] = random.choice((1, 3))
    return f"round 1: tables = {first['tables']}"


def scenarios(event: Any, random: Random) -> str:
    """Take a scenario off the first round's list, or turn the list round."""
    listed = event.get("round", [{}])[0].get("scenario")
    if not isinstance(listed, list) or len(listed) < 2:
        return ""
    ids = [str(one) for one in listed]
    ids = ids[::-1] if random.random() < 0.5 else ids[: len(ids) - 1]
    event["round"][0]["scenario"] = ids
    return f"round 1: scenario = {ids}"


def title(event: Any, random: Random) -> str:
    """Give a scenario another title."""
    one = random.choice(event.get("scenario", [{}]))
    if "title" not in one:
        return ""
    one["title"] = f"New {one['id']}"
    return f"scenario {one['id']}: title = {one['title']}"


def target(event: Any, random: Random) -> str:
    """Rename a target, strike it off, or turn their order round."""
    sides = [side for one in event.get("scenario", ()) for side in one.get("side", ()) if side.get("target")]
    if not sides:
        return ""
    side = random.choice(sides)
    targets, how = side["target"], random.choice(("rename", "strike off", "move"))
    at = random.randrange(len(targets))
    name = str(targets[at]["name"])
    if how == "rename":
        targets[at]["name"] = f"Old {name}"
    elif how == "strike off":
        del targets[at]
    else:
        first = targets[0]
        targets[0] = targets[len(targets) - 1]
        targets[len(targets) - 1] = first
    return f"{side['id']}: target {name}: {how}"


def award(event: Any, random: Random) -> str:
    """Change the label of an award, put another in its place, or turn their order round."""
    sides = [side for one in event.get("scenario", ()) for side in one.get("side", ()) if side.get("team_points")]
    if not sides:
        return ""
    awards = random.choice(sides)["team_points"]
    how = random.choice(("label", "another", "move"))
    one = random.choice(awards)
    was = str(one["id"])
    if how == "move":
        kept = [dict(other) for other in awards]
        for at, other in enumerate(reversed(kept)):
            for key, value in other.items():
                awards[at][key] = value
    else:
        one["label"] = "Bridge gone by turn 5" if how == "another" else f"{one['label']} (all)"
        if how == "another":
            one["id"], one["points"] = "gone", 9
    return f"award {was}: {how}"


def card(event: Any, random: Random) -> str:
    """Give an aircraft another card."""
    aircraft = [
        one
        for scenario in event.get("scenario", ())
        for side in scenario.get("side", ())
        for one in side.get("aircraft", ())
        if "card" in one
    ]
    if not aircraft:
        return ""
    one = random.choice(aircraft)
    one["card"] = random.choice(("ex-light", "ex-bomber"))
    return f"an aircraft: card = {one['card']}"


def setting(event: Any, random: Random) -> str:
    """Change a setting."""
    known: dict[str, list[tuple[str, Any]]] = {
        "amps": [("factoring", "none"), ("damage_cap", "pilot")],
        "match": [("series", 1), ("handicaps", False)],
        "diplomacy": [("last_year", 1906), ("scoring", "bangkok")],
        "aso": [("bye_points", 1)],
        "duplicate": [("tie_margin", 0)],
    }
    choices = known.get(str(event["event"]["system"]), [])
    if not choices:
        return ""
    key, value = random.choice(choices)
    event.setdefault("settings", tomlkit.table())[key] = value
    return f"settings: {key} = {value}"


EDITS: tuple[Edit, ...] = (
    *(rename, exchange_teams, leave, come, seed, tables),
    *(scenarios, title, target, target, award, award, card, setting),
)


def edit_event(hall: Hall) -> None:
    """Change something in event.toml."""
    path = hall.folder / "event.toml"
    event = tomlkit.parse(path.read_text(encoding="utf-8"))
    for edit in hall.random.sample(EDITS, len(EDITS)):
        if said := edit(event, hall.random):
            path.write_text(tomlkit.dumps(event), encoding="utf-8")
            hall.say(f"event.toml: {said}")
            return
