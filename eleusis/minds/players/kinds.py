"""The kinds of player by name: those built in, and those that installed packages offer.

A package offers a kind under the entry point group `eleusis.players`: a name, and where its `Kind` stands
(`house_bots:CAREFUL`). The module `home` of a kind has a function `make`, called with `seat`, `variant`, `chance`,
`rule`, `library` and `options`, all by name; it takes what it needs and leaves the rest, which may be more some
day, to `**others`. A player must be a function of its view, its `chance` and what it was made with: the table seeds
`chance` anew before each move, so a game that was broken off goes on as it would have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from eleusis.ground.errors import NotationError, did_you_mean, quote
from eleusis.minds.induction import BITS
from eleusis.minds.players.program.command import MOVE_TIME, Program, read_program
from eleusis.variant.shelves import origin_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PERSON = "person"
"""The kind of a seat on which somebody sits."""
GROUP = "eleusis.players"
"""The group of entry points whose values name kinds."""
BUILT_IN = "built in"
"""Where a kind comes from that no package offers."""


@attrs.frozen
class Option:
    """A number that a kind takes."""

    low: float
    """The least that it may be."""
    high: float
    """The most that it may be."""
    default: float
    """What it is where nothing is said."""
    doc: str
    """What it does, in a few words."""


@attrs.frozen
class Kind:
    """A kind of player."""

    home: str
    """The module with its `make`, imported when a player of this kind is first made."""
    doc: str
    """What it does, in a few words."""
    options: Mapping[str, Option] = attrs.field(factory=dict)
    """The numbers that it takes, by name."""
    knows_rule: bool = False
    """Whether its players are handed the secret rule."""


def _share(default: float, doc: str) -> Option:
    return Option(0.0, 1.0, default, doc)


_LEARNER = "eleusis.minds.players.learner"
_CAPACITY = {
    "memory": Option(1, 200, 6, "how many verdicts it remembers"),
    "ideas": Option(1, 50, 2, "how many rules it has in mind at once"),
    "tries": Option(1, 500, 9, "how many rules it thinks of after a verdict"),
    "trust": Option(1, 50, 3, "how many verdicts a rule must foretell to be believed"),
    "bits": Option(6, 100, 22, "how long the rules may be that it thinks of, in bits"),
    "slips": _share(0.1, "how often it overlooks something"),
}
"""What one who learns as people do can keep in mind: the capacity of a beginner where nothing is said."""


def _with_defaults(options: Mapping[str, Option], **defaults: float) -> dict[str, Option]:
    """Options of which some have other defaults."""
    return {
        name: attrs.evolve(option, default=defaults.get(name, option.default)) for name, option in options.items()
    }


_SCIENTIST = Kind(
    "eleusis.minds.players.scientist",
    "works out the rule from what its own seat can see",
    {
        "bits": Option(6, BITS, BITS, "how long the rules it makes up may be, in bits"),
        "library": Option(0, 1, 1, "0: it doesn't know the rules of the library"),
    },
)

KINDS: dict[str, Kind] = {
    "beginner": Kind(_LEARNER, "new to the game: forgets, and doubts one thing at a time", _CAPACITY),
    "good": Kind(
        _LEARNER,
        "plays often: remembers more, has a few rules in mind",
        _with_defaults(_CAPACITY, memory=20, ideas=5, tries=20, bits=32, slips=0.03),
    ),
    "expert": attrs.evolve(_SCIENTIST, doc="a scientist: thinks of every rule, and forgets nothing"),
    "random": Kind(
        "eleusis.minds.players.random_player",
        "makes legal moves at random",
        {
            "strings": _share(0.2, "how often it plays several cards"),
            "no_plays": _share(0.05, "how often it says no play"),
            "declares": _share(0.1, "how often it declares when it may"),
            "guesses": _share(0.1, "how often it guesses a rule from the library when it may"),
        },
    ),
    "knower": Kind(
        "eleusis.minds.players.knower",
        "knows the rule, and acts on it as often as its skill says",
        {"skill": _share(1.0, "how often it acts on what it knows")},
        knows_rule=True,
    ),
    "scientist": _SCIENTIST,
}
"""The kinds of bot that are built in."""
STRENGTHS = ("beginner", "good", "expert")
"""The kinds that are offered where people play, the weakest first; the other built-in ones are taken by name."""


def is_offered(name: str) -> bool:
    """Whether people who set up a table are offered this kind: one by its strength, or from a package."""
    return name in STRENGTHS or name not in KINDS


@attrs.frozen
class KindOffer:
    """A kind by its name, and where it comes from: `built in`, or the distribution that offers it."""

    name: str
    origin: str
    point: EntryPoint | None = None

    def load(self) -> Kind:
        """The kind itself, imported where a package offers it. Raises NotationError (`notation/kind`)."""
        if self.point is None:
            return KINDS[self.name]
        try:
            kind: object = self.point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # it is anybody's code
            cause = f"{type(error).__name__}: {error}".removesuffix(": ")
            message = f"the kind {quote(self.name)} of {self.origin} can't be loaded: {quote(cause, 200)}"
            raise NotationError("notation/kind", message) from error
        if not isinstance(kind, Kind):
            message = (
                f"{self.origin} offers the kind {quote(self.name)}, and {quote(self.point.value)} isn't a Kind"
            )
            raise NotationError("notation/kind", message)
        return kind


def offered_kinds() -> dict[str, list[KindOffer]]:
    """All kinds by name, the built-in ones first; a name that several offer has several."""
    from importlib.metadata import entry_points  # late: a built-in kind needs none

    offers = {name: [KindOffer(name, BUILT_IN)] for name in KINDS}
    for point in entry_points(group=GROUP):
        name = point.name.casefold()
        offers.setdefault(name, []).append(KindOffer(name, origin_of(point), point))
    return offers


def find_kind(name: str, programs: Iterable[str] = ()) -> Kind:
    """The kind of a name, a built-in one first; `programs` are further names, for the hint at one that is unknown.

    Raises NotationError: `notation/player` for no such kind or one that several packages offer, `notation/kind`.
    """
    if name in KINDS:
        return KINDS[name]
    offers = offered_kinds()
    if name not in offers:
        kinds = (PERSON, *offers, *programs)
        hint = did_you_mean(name, kinds) or ("; a program needs a name: --bot mine='…'" if " " in name else "")
        message = f"no such kind of player: {quote(name)}{hint}; there are {', '.join(kinds)}"
        raise NotationError("notation/player", message)
    offer, *others = offers[name]
    if others:
        origins = " and ".join(each.origin for each in offers[name])
        times = "twice" if len(others) == 1 else f"{len(others) + 1} times"
        message = f"the kind {quote(offer.name)} exists {times}: {origins}"
        raise NotationError("notation/player", message)
    return offer.load()


def read_programs(texts: Iterable[str], move_time: float = MOVE_TIME) -> dict[str, Program]:
    """The programs of several `NAME=COMMAND`, by name.

    Raises NotationError (`notation/bot`) for what can't be read, and for a name that a kind or another program has.
    """
    programs: dict[str, Program] = {}
    taken = {PERSON, "human", *offered_kinds()}
    for text in texts:
        program = read_program(text, move_time)
        if program.name in taken or program.name in programs:
            what = "another --bot has" if program.name in programs else "a kind of player has"
            message = f"{what} the name {quote(program.name)}: choose another for {quote(text.partition('=')[2])}"
            raise NotationError("notation/bot", message)
        programs[program.name] = program
    return programs
