"""A plan: the draws of all rounds, and for each goal the amount reached and its lower bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from sheetscore.pairing.draw import Draw


class Goal(Struct, frozen=True):
    """A count that a plan minimises.

    Examples
    --------
    >>> Goal("opponents met again", 0, 0).said, Goal("team mates met again", 15, 10).said
    ('opponents met again: 0, the least that there is', 'team mates met again: 15, and 10 at least in any plan')
    """

    what: str
    """Its name, for people."""
    reached: int
    """The count in the plan."""
    bound: int
    """A lower bound for all plans that are as good in the goals before."""

    @property
    def is_proved(self) -> bool:
        """Whether no plan that is as good in the goals before can be better in it."""
        return self.reached == self.bound

    @property
    def said(self) -> str:
        """The amount reached and its lower bound, in words."""
        how = "the least that there is" if self.is_proved else f"and {self.bound} at least in any plan"
        return f"{self.what}: {self.reached}, {how}"


Progress = Callable[[Goal], object]
"""Called for each better plan and each better bound."""


def _nobody_listens(_: Goal) -> None:
    return


class Effort(Struct, frozen=True):
    """The effort of the search for a plan: an amount of work, so that every machine finds the same plan."""

    seconds: float = 60
    """About this long on a usual machine; above 0."""
    tell: Progress = _nobody_listens


class SeatPlan(Struct, frozen=True):
    """A plan of rounds that are not drawn yet."""

    rounds: tuple[Draw, ...]
    """The draws, in the order of their rounds; a single one if a draw holds all rounds."""
    goals: tuple[Goal, ...]
    """Each outweighs all later ones; none if the plan was changed by hand."""

    @property
    def is_proved(self) -> bool:
        """Whether it is proved that no plan is better."""
        return bool(self.goals) and all(goal.is_proved for goal in self.goals)

    def report(self) -> Iterator[str]:
        """Yield sentences on how good the plan is: one for each goal, and one for all."""
        if not self.goals:
            yield "It was changed by hand since it was made: how good it is now is not known."
            return
        yield from (f"{goal.said[:1].upper()}{goal.said[1:]}." for goal in self.goals)
        yield (
            "It is proved that no plan is better."
            if self.is_proved
            else "It is the best that was found; whether there is a better one is not known."
        )
