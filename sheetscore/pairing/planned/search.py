"""Goals of a plan reached one after the other, by the solver CP-SAT of OR-tools.

Each goal is minimised and then fixed, so that no later goal makes it worse. The solver has one
worker and counts its work instead of the time, so that the same event and seed give the same plan everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from ortools.sat.python import cp_model

from sheetscore.pairing.planned.seat_plan import Effort, Goal

Term = cp_model.LinearExpr | int
Variable = cp_model.IntVar

_WORK_IN_A_SECOND = 0.25
"""Units of work that the solver does in a second, overhead included."""

USUAL: Mapping[str, object] = {}
"""The default settings of the solver."""

STRAIGHT: Mapping[str, object] = {"linearization_level": 0, "symmetry_level": 0, "cp_model_probing_level": 0}
"""Settings that are quickest for large models which already break their own symmetries."""

_BOUNDING: tuple[tuple[Mapping[str, object], float], ...] = (
    ({"optimize_with_core": True}, 0.25),
    ({"optimize_with_lb_tree_search": True, "linearization_level": 2}, 0.75),
)
"""Two settings for finding bounds, either of which may be the quick one, and their shares of the work."""

_ROUNDING = 1e-6
"""Taken off a bound, which is a floating-point number, before it is rounded up."""

_LEAST_WORK = 0.01
"""The work, in units of the solver, that every search may do, even if less is left."""


class Search:
    """A model with goals; each goal adds constraints to it.

    Attributes
    ----------
    model
        Variables and constraints; those of a plan are added before :meth:`minimise` is called.
    goals
        The goals optimised so far, in order.
    """

    def __init__(self, effort: Effort, seed: int, settings: Mapping[str, object] = USUAL) -> None:
        self.model = cp_model.CpModel()
        self.goals: list[Goal] = []
        self._effort = effort
        self._left = effort.seconds * _WORK_IN_A_SECOND
        self._seed = seed
        self._settings = settings
        self._solver = cp_model.CpSolver()
        self._deciding: list[Variable] = []
        self._outline = self.model

    def value(self, term: Term) -> int:
        """Return the value of a term in the best plan so far."""
        return int(self._solver.value(term))

    def decided_by(self, variables: Sequence[Variable], values: Sequence[int] = ()) -> None:
        """Set the variables that determine all others, and optionally their values in a first plan."""
        self._deciding = [*variables]
        self._suggest(values)

    def _suggest(self, values: Sequence[int]) -> None:
        self.model.clear_hints()
        for variable, value in zip(self._deciding, values, strict=False):
            self.model.add_hint(variable, value)

    def pairs_of(self, number: Term, most: int) -> Variable:
        """Return a variable that is at least the number of pairs among ``number`` things, ``most`` things at most."""
        return pairs_of(self.model, number, most)

    def outline(self) -> cp_model.CpModel:
        """Return a copy of the model as it was when :meth:`keep_outline` was called."""
        return self._outline.clone()

    def keep_outline(self) -> None:
        """Keep a copy of the model as it is now, so that later constraints can be examined apart."""
        self._outline = self.model.clone()
        self._outline.clear_hints()

    def bound(self, model: cp_model.CpModel, share: float) -> int:
        """Return a lower bound of another model's goal.

        Parameters
        ----------
        share
            The share of the remaining work that may be spent on it, up to 1.
        """
        found, work = 0, self._left * share
        for settings, part in _BOUNDING:
            solver = _solver(self._seed, max(work * part, _LEAST_WORK), settings)
            status = solver.solve(model)
            self._left -= solver.response_proto.deterministic_time
            found = max(found, math.ceil(max(0.0, solver.best_objective_bound) - _ROUNDING))
            if status == cp_model.OPTIMAL:
                break
        return found

    def minimise(self, what: str, amount: Term, share: float = 0.5, floor: int = 0) -> Goal:
        """Minimise an amount, and keep later goals from raising it above the least value found.

        Parameters
        ----------
        what
            The name of the amount, for people.
        amount
            The amount, never below 0.
        share
            How much of the work that is left may be spent on it, up to 1.
        floor
            A known lower bound.
        """
        amount = self.model.new_constant(0) + amount  # also where it is a plain number
        self.model.add(amount >= floor)
        self.model.minimize(amount)
        solver = self._solver = _solver(self._seed, max(self._left * share, _LEAST_WORK), self._settings)
        watched = _Watched(what, self._effort)
        solver.best_bound_callback = partial(watched.hear, None)
        status = solver.solve(self.model, watched)
        bound = solver.best_objective_bound
        self._left -= solver.response_proto.deterministic_time
        if status == cp_model.FEASIBLE:
            self._suggest(self._values())
        if status != cp_model.OPTIMAL:
            # dependent variables may be higher than need be: they are found again for the hinted plan, the new one or,
            # if no new plan was found, that of the goal before
            solver = self._solver = _solver(self._seed, math.inf, {"fix_variables_to_their_hinted_value": True})
            solver.solve(self.model)
        self.model.clear_objective()
        goal = Goal(what, round(solver.objective_value), max(floor, round(bound)))
        self.model.add(amount <= goal.reached)
        self._suggest(self._values())
        self.goals.append(goal)
        self._effort.tell(goal)
        return goal

    def _values(self) -> list[int]:
        return [self.value(variable) for variable in self._deciding]


def pairs_of(model: cp_model.CpModel, number: Term, most: int) -> Variable:
    """Return a variable of at least n(n-1)/2, with n = ``number``: just that when minimised.

    It is not below any of the straight lines through the values at neighbouring n.
    """
    pairs = model.new_int_var(0, most * (most - 1) // 2, "")
    for n in range(1, most):
        model.add(pairs >= n * number - n * (n + 1) // 2)
    return pairs


def _solver(seed: int, work: float, settings: Mapping[str, object]) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % (1 << 31)
    solver.parameters.max_deterministic_time = work
    for name, value in settings.items():
        setattr(solver.parameters, name, value)
    return solver


class _Watched(cp_model.CpSolverSolutionCallback):
    """Reports better plans and bounds during a search."""

    def __init__(self, what: str, effort: Effort) -> None:
        super().__init__()
        self._what, self._effort = what, effort
        self._found: int | None = None

    def on_solution_callback(self) -> None:
        """Report a better plan."""
        self.hear(round(self.objective_value), self.best_objective_bound)

    def hear(self, found: int | None, bound: float) -> None:
        """Report a better plan, or only a better bound."""
        self._found = self._found if found is None else found
        if self._found is not None:
            self._effort.tell(Goal(self._what, self._found, max(0, round(bound))))
