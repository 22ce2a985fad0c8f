from collections.abc import Callable, Mapping, Sequence

from eleusis.lab.kernel.machines import RuleMachines
from eleusis.lab.tally import Numbers

TRIES: int
FAR_FROM_OUT: int

def play_rounds(
    *,
    seed: str,
    seats: tuple[Mapping[str, str | float], ...],
    rules: int,
    library: int,
    game: int,
    max_turns: int,
    knobs: Mapping[str, object],
    machines: RuleMachines,
    judge: Callable[[int, int, int, Sequence[int]], int],
    numbers: Numbers[object],
    done: bytearray,
    first: int,
    last: int,
) -> dict[str, int]: ...
