"""The review of a game file, or of a round that has just been played: the way in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from eleusis.driving.replayed import GameReplay, RoundReplay
from eleusis.ground.errors import LabError, NotationError, RuleError, visible
from eleusis.minds.induction import lack_of_numpy
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.reviewing.review_page import make_page, show_rounds
from eleusis.reviewing.review_text import game_text
from eleusis.reviewing.reviewed import Figures, RoundReview
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant
from eleusis.variant.saying import count
from eleusis.words.page.ink import Ink

if TYPE_CHECKING:
    from eleusis.minds.induction.family import Family


@attrs.frozen
class Review:
    """A game, looked back upon round by round."""

    file: str
    """The file, as it was named."""
    rounds: tuple[RoundReview, ...]
    """The rounds that were looked at."""
    title: str | None = None
    """The title of the game; None where it has none."""

    def _repr_html_(self) -> str:
        return show_rounds(*self.rounds)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Review: {visible(self.file)}, {count(len(self.rounds), 'round')}>"

    def to_json(self) -> dict[str, Figures]:
        """The review as `review --format json` prints it."""
        return {"eleusis": 1, "file": self.file, "rounds": [record.to_json() for record in self.rounds]}

    def text(self, *, width: int = 80, colour: bool = False, ascii: bool = False) -> str:
        """The review as text with no line over `width` columns (40 at least)."""
        return game_text(self.title or self.file, self.rounds, width, Ink(colour, ascii))

    def html(self) -> str:
        """The review as a page in one file, which loads nothing: with the curve of what was left to know.

        Raises LabError (`lab/no-pages`) without jinja2.
        """
        return make_page(self.title or Path(self.file).name, self.rounds)


def review(
    game: str | Path | GameFile | GameReplay,
    *,
    number: int | None = None,
    variant: str | Variant | None = None,
    overrides: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
    family: Family | None = None,
) -> Review:
    """What could have been known in a game, turn by turn: of a file, a game file that was read, or a replay.

    `number` takes one round alone; `variant` and `overrides` are as `replay` has them, for files; `rules` are
    further named rules. `family` are the rules it looks at, by default the scientist's.

    Raises NotationError (`notation/round`) for a round that the game doesn't have, LabError (`lab/no-numpy`) where
    numpy is missing, and for files as `load_game` and `replay_game` do.
    """
    check_numpy()
    more = rules or {}
    if isinstance(game, GameReplay):
        played, secrets = game, [_find_rule(record.rule, more) for record in game.rounds]
    else:
        script = game if isinstance(game, GameFile) else load_game(game, more)
        played = replay_game(script, variant, overrides, more)
        secrets = [script_of_round.rule for script_of_round in script.rounds]
    _check_number(played, number)
    looked_at = [
        review_round(record, rule, family=family)
        for record, rule in zip(played.rounds, secrets, strict=True)
        if number in (None, record.number)
    ]
    return Review(played.file, tuple(looked_at), played.title)


def review_round(record: RoundReplay, rule: Rule | None = None, *, family: Family | None = None) -> RoundReview:
    """What could have been known in a round that was played, at a table or from a file, as far as it went.

    `rule` is the dealer's, where it may be told. Raises LabError (`lab/no-numpy`) where numpy is missing.
    """
    check_numpy()
    from eleusis.reviewing.looking_back import look_back

    return look_back(record, rule, family or usual_family())


def usual_family() -> Family:
    """The rules that are looked at where nobody names others. Raises LabError (`lab/no-numpy`)."""
    check_numpy()
    from eleusis.minds.induction.family import family

    return family()


def check_numpy(who: str = "a review") -> None:
    """Raises LabError (`lab/no-numpy`) where numpy is missing, or can't be loaded; `who` needs it."""
    if lack := lack_of_numpy(who):
        raise LabError("lab/no-numpy", lack)


def _find_rule(text: str | None, rules: Mapping[str, Rule]) -> Rule | None:
    """The rule of a replayed round: by its text, which the replay has read before."""
    try:
        return None if text is None else find_rule(text, rules)
    except RuleError:  # of a file of rules that isn't given here
        return None


def _check_number(game: GameReplay, number: int | None) -> None:
    """Raises NotationError (`notation/round`) where there is no round of this number."""
    if number is not None and not 1 <= number <= len(game.rounds):
        last = len(game.rounds)
        has = f"it has rounds 1 to {last}" if last > 1 else "it has only round 1" if last else "it has none yet"
        raise NotationError("notation/round", f"{game.file}: there is no round {number}: {has}")
