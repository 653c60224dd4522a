"""What a plan is: the draws of all rounds, and for each goal what it reaches and what no plan can fall below."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from sheetscore.pairing.draw import Draw


class Goal(Struct, frozen=True):
    """Something that a plan has as little of as can be.

    Examples
    --------
    >>> Goal("opponents met again", 0, 0).said, Goal("team mates met again", 15, 10).said
    ('opponents met again: 0, the least that there is', 'team mates met again: 15, and 10 at least in any plan')
    """

    what: str
    reached: int
    bound: int
    """What no plan can fall below that is as good in all goals before."""

    @property
    def is_proved(self) -> bool:
        """Whether no plan can be better in it that is as good in all goals before."""
        return self.reached == self.bound

    @property
    def said(self) -> str:
        """Say how good the plan is."""
        how = "the least that there is" if self.is_proved else f"and {self.bound} at least in any plan"
        return f"{self.what}: {self.reached}, {how}"


Progress = Callable[[Goal], object]
"""Is told whenever a better plan or a better bound is found."""


def _nobody_listens(_: Goal) -> None:
    return


class Effort(Struct, frozen=True):
    """How long a plan may be looked for: an amount of work, so that the same is found on every machine."""

    seconds: float = 60
    """About this long on a usual machine; above 0."""
    tell: Progress = _nobody_listens


class SeatPlan(Struct, frozen=True):
    """A plan of rounds that are not drawn yet."""

    rounds: tuple[Draw, ...]
    """The draws, in the order of their rounds; one alone where a draw holds all rounds."""
    goals: tuple[Goal, ...]
    """Each counts for more than all behind it; none where the plan was changed by hand."""

    @property
    def is_proved(self) -> bool:
        """Whether there is no better one."""
        return bool(self.goals) and all(goal.is_proved for goal in self.goals)

    def report(self) -> Iterator[str]:
        """Say how good it is, a sentence for each goal and one for all."""
        if not self.goals:
            yield "It was changed by hand since it was made: how good it is now is not known."
            return
        yield from (f"{goal.said[:1].upper()}{goal.said[1:]}." for goal in self.goals)
        yield (
            "It is proved that no plan is better."
            if self.is_proved
            else "It is the best that was found; whether there is a better one is not known."
        )
