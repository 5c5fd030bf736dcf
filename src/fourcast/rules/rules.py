"""`Rules`: one value for every game of the family, the named variants, and rules as text: `NAME[,key=value…]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from fourcast.errors import RulesError, SpecError, quote
from fourcast.rules.geometry import Shape
from fourcast.spec import did_you_mean, is_digits, parse_enum, read_settings, split_name, whole_number

if TYPE_CHECKING:
    from fourcast.rules.move import Move
    from fourcast.rules.position import Position

Player: TypeAlias = Literal[0, 1]
FIRST: Final[Player] = 0
SECOND: Final[Player] = 1

MAX_POPS: Final = 1000
"""Maximum number of pop-outs for each player."""


def other(player: Player) -> Player:
    """The opponent."""
    return SECOND if player == FIRST else FIRST


class Goal(Enum):
    """What decides the game."""

    FIRST_LINE = "first-line"
    """The first line of `connect` discs wins at once."""
    MOST_LINES = "most-lines"
    """Play to the end; every window of `connect` cells that one player fills counts one."""
    RUN_POINTS = "run-points"
    """Play to the end; every maximal run of a player's discs scores by its length."""


class PopRule(Enum):
    """Which discs may be removed at the bottom of a column."""

    NONE = "none"
    LIMITED = "limited"
    """A number for each player, of any disc; the first player pops columns 1, 3, 5 …, the second 2, 4, 6 …."""
    OWN = "own"
    """Without limit, the player's own discs, in any column."""


class Drift(NamedTuple):
    """Weights with which a drop lands in the aimed column, one column to the left, and one to the right.

    Columns that are full or off the board are left out and the other weights renormalised.
    """

    centre: int = 3
    left: int = 1
    right: int = 1


@dataclass(frozen=True, init=False)
class Rules:
    """A game: board, gravity, pop-outs, drift, and what decides it.

    `Rules("popout", width=6)` starts from a named variant and changes settings: `width`, `height`, `connect`, `goal`,
    `gravity`, `pops`, `drift`, as values or as text. `Rules.parse("popout,width=6")` reads the same from one text.

    >>> print(Rules("classic", width=8), Rules("extended", pops=2), sep="; ")
    classic,width=8; extended,pops=2
    """

    shape: Shape
    goal: Goal = Goal.FIRST_LINE
    gravity: bool = True
    """Discs fall to the lowest empty cell of a column; without gravity they stay on any empty cell."""
    pop_rule: PopRule = PopRule.NONE
    pops_each: int = 0
    """Pop-outs given to each player, where the pop rule limits them."""
    drift: Drift | None = None

    def __init__(self, variant: Rules | str = "classic", /, **settings: object) -> None:
        settings_text = {key: _setting_text(key, value) for key, value in settings.items()}
        self.__dict__.update(vars(Rules.parse(variant)._with(settings_text)))

    @classmethod
    def of(
        cls,
        shape: Shape,
        goal: Goal = Goal.FIRST_LINE,
        gravity: bool = True,
        pop_rule: PopRule = PopRule.NONE,
        pops_each: int = 0,
        drift: Drift | None = None,
    ) -> Rules:
        """Rules from their fields. Raises `RulesError` if they contradict each other."""
        rules = object.__new__(cls)
        rules.__dict__.update(
            shape=shape, goal=goal, gravity=gravity, pop_rule=pop_rule, pops_each=pops_each, drift=drift
        )
        rules._check()
        return rules

    @classmethod
    def parse(cls, text: Rules | str) -> Rules:
        """Read `NAME[,key=value…]`; rules are returned unchanged.

        >>> Rules.parse("classic,widht=8")
        Traceback (most recent call last):
        fourcast.errors.RulesError: There is no setting 'widht'. Did you mean 'width'?
        """
        if isinstance(text, Rules):
            return text
        if not isinstance(text, str):
            raise RulesError(f"Rules are a text such as 'classic,width=8' or a Rules object, not {text!r:.60}.")
        try:
            name, settings = split_name(text, example="classic,width=8")
            rules = find_variant(name).rules
            return rules._with(read_settings(settings, SETTINGS, example="width=8"))
        except SpecError as fault:
            raise RulesError(str(fault)) from None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.shape, self.goal, self.gravity, self.pop_rule, self.pops_each, self.drift))

    def __getstate__(self) -> dict[str, object]:
        """Without the hash, which is another one in every process."""
        return {name: value for name, value in vars(self).items() if name != "_hash"}

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def _with(self, settings: Mapping[str, str]) -> Rules:
        if not settings:
            return self
        fields: dict[str, Any] = {}
        for key, text in settings.items():
            try:
                fields |= SETTINGS[key].read(text)
            except SpecError as fault:
                raise RulesError(str(fault)) from None
        size = {key: value for key, value in fields.items() if key in _SIZE}
        return self.replace(
            shape=replace(self.shape, **size), **{key: value for key, value in fields.items() if key not in size}
        )

    def replace(self, **fields: Any) -> Rules:
        """The same rules with other fields."""
        names = ("shape", "goal", "gravity", "pop_rule", "pops_each", "drift")
        return Rules.of(**({name: getattr(self, name) for name in names} | fields))

    def _check(self) -> None:
        if not 0 <= self.pops_each <= MAX_POPS:
            raise RulesError(f"pops must be from 0 to {MAX_POPS}, not {self.pops_each}.")
        if self.pops_each and self.pop_rule is not PopRule.LIMITED:
            raise RulesError("A number of pop-outs needs the limited pop rule.")
        if self.drift is not None and not (self.drift.centre > 0 and 0 <= min(self.drift) <= max(self.drift) <= 1000):
            raise RulesError("drift needs weights from 0 to 1000, above 0 for the aimed column, such as 3:1:1.")
        if not self.gravity and (self.drift is not None or self.pop_rule is not PopRule.NONE):
            raise RulesError("Without gravity discs cannot be popped or drift: set pops=none,drift=none.")
        if self.pop_rule is PopRule.OWN and self.goal is not Goal.FIRST_LINE:
            raise RulesError("With unlimited pop-outs only goal=first-line ends the game: set it, or limit the pops.")

    def start(self) -> Position:
        """The empty board, first player to move."""
        from fourcast.rules.position import Position  # positions are made of rules

        return Position.of(self, (0, 0), FIRST, (self.pops_each, self.pops_each))

    def centre_first(self, moves: Iterable[Move]) -> list[Move]:
        """Moves by the distance of their column from the centre of the board."""
        return sorted(moves, key=lambda move: abs(2 * move.column - self.shape.width + 1))

    @property
    def has_pops(self) -> bool:
        """Whether discs can be popped out."""
        return self.pop_rule is PopRule.OWN or self.pops_each > 0

    @cached_property
    def symmetric(self) -> bool:
        """Whether mirrored positions have mirrored games.

        Limited pop-outs depend on the parity of the column, which a mirror keeps only on an odd width.
        """
        pops_mirror = self.pop_rule is not PopRule.LIMITED or self.pops_each == 0 or self.shape.width % 2 == 1
        return pops_mirror and (self.drift is None or self.drift.left == self.drift.right)

    @property
    def max_plies(self) -> int | None:
        """Upper bound of the length of a game from the empty board; None where only repetition bounds it.

        Every pop-out is a move and makes room for another, so each adds two.
        """
        if self.pop_rule is PopRule.OWN:
            return None
        players_who_can_pop = min(2, self.shape.width)
        return self.shape.cells + 2 * players_who_can_pop * self.pops_each

    @property
    def max_moves(self) -> int:
        """Upper bound of the legal moves of a position.

        Every column may take a drop. On top of it, where a column can hold a disc and still have room, come the pops:
        with limited pop-outs every other column; with own discs as many as the bottom row can hold of one colour
        without a line.
        """
        width, height, connect = self.shape.width, self.shape.height, self.shape.connect
        if not self.gravity:
            return self.shape.cells
        if height == 1:
            return width
        if self.pop_rule is PopRule.LIMITED and self.pops_each:
            return width + (width + 1) // 2
        if self.pop_rule is PopRule.OWN:
            return width + width - width // connect
        return width

    def __str__(self) -> str:
        """The text that `Rules.parse` reads as these rules: another size of a variant before another variant.

        >>> str(Rules.of(Shape(8, 6, 4)))
        'classic,width=8'
        """
        texts = []
        for variant in VARIANTS:
            changed = [key for key, setting in SETTINGS.items() if setting.write(self) != setting.write(variant.rules)]
            other_than_size = sum(key not in _SIZE for key in changed)
            if variant.name == "run-points" and other_than_size:
                continue  # games keep the texts that stored results had before run points was a variant
            text = ",".join([variant.name, *(f"{key}={SETTINGS[key].write(self)}" for key in changed)])
            texts.append((other_than_size, len(changed), text))
        return min(texts, key=lambda entry: entry[:2])[2]

    def __repr__(self) -> str:
        return f"Rules({str(self)!r})"


@dataclass(frozen=True)
class Setting:
    """One key of the rules text: reads its value into fields, and writes it from rules."""

    read: Callable[[str], Mapping[str, Any]]
    write: Callable[[Rules], str]


def _read_number(field: str) -> Callable[[str], Mapping[str, Any]]:
    return lambda text: {field: whole_number(field, text)}


def _read_goal(text: str) -> Mapping[str, Any]:
    return {"goal": parse_enum(Goal, "goal", text)}


def _read_gravity(text: str) -> Mapping[str, Any]:
    if text not in ("on", "off"):
        raise RulesError(f"gravity={quote(text)} is unknown. Write gravity=on or gravity=off.")
    return {"gravity": text == "on"}


def _read_pops(text: str) -> Mapping[str, Any]:
    if text in (PopRule.NONE.value, PopRule.OWN.value):
        return {"pop_rule": PopRule(text), "pops_each": 0}
    if not is_digits(text):
        raise RulesError(f"pops={quote(text)} is unknown. Write pops=none, pops=own or a number for each player.")
    return {"pop_rule": PopRule.LIMITED, "pops_each": whole_number("pops", text)}


def _write_pops(rules: Rules) -> str:
    return str(rules.pops_each) if rules.pop_rule is PopRule.LIMITED else rules.pop_rule.value


def _read_drift(text: str) -> Mapping[str, Any]:
    if text == "none":
        return {"drift": None}
    weights = text.split(":")
    if len(weights) != 3:
        raise RulesError(
            f"drift={quote(text)} is unknown. Write drift=none or weights for aimed, left and right, as in 3:1:1."
        )
    return {"drift": Drift(*(whole_number("drift", weight) for weight in weights))}


def _write_drift(rules: Rules) -> str:
    return "none" if rules.drift is None else ":".join(map(str, rules.drift))


def _setting_text(key: str, value: object) -> str:
    """The value of a keyword argument of `Rules` as it is written in the rules text."""
    if key not in SETTINGS:
        raise RulesError(f"There is no setting {quote(key)}. {did_you_mean(key, SETTINGS)}")
    match value:
        case None:
            return "none"
        case bool():
            return "on" if value else "off"
        case Enum():
            return str(value.value)
        case tuple():
            return ":".join(map(str, value))
    return str(value)


SETTINGS: Final[Mapping[str, Setting]] = {
    "width": Setting(_read_number("width"), lambda rules: str(rules.shape.width)),
    "height": Setting(_read_number("height"), lambda rules: str(rules.shape.height)),
    "connect": Setting(_read_number("connect"), lambda rules: str(rules.shape.connect)),
    "goal": Setting(_read_goal, lambda rules: rules.goal.value),
    "gravity": Setting(_read_gravity, lambda rules: "on" if rules.gravity else "off"),
    "pops": Setting(_read_pops, _write_pops),
    "drift": Setting(_read_drift, _write_drift),
}
"""Every key of the rules text."""

_SIZE: Final = ("width", "height", "connect")


@dataclass(frozen=True)
class Variant:
    """A named game, and one line about it."""

    name: str
    rules: Rules
    about: str


VARIANTS: Final = (
    Variant(
        "classic",
        Rules.of(Shape(7, 6, 4)),
        "Four in a row wins at once; a full board is a draw.",
    ),
    Variant(
        "most-lines",
        Rules.of(Shape(7, 6, 4), goal=Goal.MOST_LINES),
        "Fill the board. Whoever has more fours in a row wins (five in a row count as two).",
    ),
    Variant(
        "drift",
        Rules.of(Shape(7, 6, 4), goal=Goal.MOST_LINES, drift=Drift(3, 1, 1)),
        "Most lines, but a disc may fall one column to the left or right of where you aim.",
    ),
    Variant(
        "extended",
        Rules.of(Shape(8, 6, 4), goal=Goal.RUN_POINTS, pop_rule=PopRule.LIMITED, pops_each=6),
        "Score for runs of 2, 3 and 4; six pops each: Red in odd columns, Yellow in even ones.",
    ),
    Variant(
        "run-points",
        Rules.of(Shape(7, 6, 4), goal=Goal.RUN_POINTS),
        "Fill the board; score for runs of 2, 3 and 4 discs.",
    ),
    Variant(
        "popout",
        Rules.of(Shape(7, 6, 4), pop_rule=PopRule.OWN),
        "Drop, or pop your own bottom disc; four in a row wins.",
    ),
    Variant(
        "tictactoe",
        Rules.of(Shape(3, 3, 3), gravity=False),
        "Three in a row on a board without gravity.",
    ),
)


def find_variant(name: str) -> Variant:
    """The variant of that name."""
    for variant in VARIANTS:
        if variant.name == name:
            return variant
    names = [variant.name for variant in VARIANTS]
    raise RulesError(f"There are no rules named {quote(name)}. {did_you_mean(name, names)}")
