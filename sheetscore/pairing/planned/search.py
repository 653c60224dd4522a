"""Goals of a plan reached one after the other, by the solver CP-SAT of OR-tools.

Each goal is made as small as can be and then kept, so that none is paid for with one before it. The solver has one
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
"""So many of the units in which the solver counts its work it does in a second, with all around it."""

USUAL: Mapping[str, object] = {}
"""How the solver searches unless told otherwise."""

STRAIGHT: Mapping[str, object] = {"linearization_level": 0, "symmetry_level": 0, "cp_model_probing_level": 0}
"""What finds good plans quickest in large models that say themselves what is alike in them."""

_BOUNDING: tuple[tuple[Mapping[str, object], float], ...] = (
    ({"optimize_with_core": True}, 0.25),
    ({"optimize_with_lb_tree_search": True, "linearization_level": 2}, 0.75),
)
"""Two ways to look for bounds, of which now one and now the other is quick, and their shares of the work."""

_ROUNDING = 1e-6

_LEAST_WORK = 0.01
"""Of these units; with less nothing is looked for at all."""


class Search:
    """A model with goals; what it says grows from goal to goal.

    Attributes
    ----------
    model
        The variables and what holds for them; whatever holds for a plan is added before :meth:`least` is asked.
    goals
        Those that were reached so far, in order.
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

    def value(self, of: Term) -> int:
        """Return what something is in the best plan so far."""
        return int(self._solver.value(of))

    def decided_by(self, variables: Sequence[Variable], values: Sequence[int] = ()) -> None:
        """Name the variables that decide a plan, so that all others follow, and perhaps a plan to begin with."""
        self._deciding = [*variables]
        self._suggest(values)

    def _suggest(self, values: Sequence[int]) -> None:
        self.model.clear_hints()
        for variable, value in zip(self._deciding, values, strict=False):
            self.model.add_hint(variable, value)

    def pairs_of(self, number: Term, most: int) -> Variable:
        """Return how many pairs so many make, of at most ``most``; it may be more where nothing makes it small."""
        return pairs_of(self.model, number, most)

    def outline(self) -> cp_model.CpModel:
        """Return a copy of the model as it was when :meth:`keep_outline` was called."""
        return self._outline.clone()

    def keep_outline(self) -> None:
        """Keep a copy of the model as it is, to ask about a part of what is added later."""
        self._outline = self.model.clone()
        self._outline.clear_hints()

    def bound(self, model: cp_model.CpModel, share: float) -> int:
        """Return what the goal of another model cannot fall below.

        Parameters
        ----------
        share
            How much of the work that is left may be spent on it, up to 1.
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

    def least(self, what: str, amount: Term, share: float = 0.5, floor: int = 0) -> Goal:
        """Make something as small as can be, and keep it so.

        Parameters
        ----------
        what
            What is counted, for people.
        amount
            Never below 0.
        share
            How much of the work that is left may be spent on it, up to 1.
        floor
            What it is known not to fall below.
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
            # what follows from a plan may be counted too high in it; and without one, that so far is a plan
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
    """Return n(n-1)/2 from below, by the straight lines through its values at whole numbers."""
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
    """Tells what is found while it is looked for."""

    def __init__(self, what: str, effort: Effort) -> None:
        super().__init__()
        self._what, self._effort = what, effort
        self._found: int | None = None

    def on_solution_callback(self) -> None:
        """Hear of a better plan."""
        self.hear(round(self.objective_value), self.best_objective_bound)

    def hear(self, found: int | None, bound: float) -> None:
        """Hear of a better plan, or of a better bound alone."""
        self._found = self._found if found is None else found
        if self._found is not None:
            self._effort.tell(Goal(self._what, self._found, max(0, round(bound))))
