from collections.abc import Callable, Sequence

MOST_BITS: int

_Limbs = Sequence[int]
_Parcel = tuple[_Limbs, _Limbs, int, Sequence[int], bool]
_Progress = Callable[[int], None] | None

class Rules:
    def __init__(
        self,
        *,
        width: int,
        height: int,
        connect: int,
        goal: int,
        gravity: bool,
        pop_rule: int,
        drift: Sequence[int] | None,
        run_weights: Sequence[int],
    ) -> None: ...

def census(
    rules: Rules, position: _Parcel, depth: int, progress: _Progress
) -> tuple[list[int], list[int], list[int]]: ...
def distinct(rules: Rules, position: _Parcel, depth: int, progress: _Progress) -> list[int]: ...
def actions(rules: Rules, position: _Parcel) -> list[int]: ...
def follow(rules: Rules, position: _Parcel, action: int) -> list[tuple[int, int, _Parcel]]: ...
def outcome(rules: Rules, position: _Parcel) -> tuple[int, int, list[int]] | None: ...
def scores(rules: Rules, position: _Parcel) -> list[int]: ...
