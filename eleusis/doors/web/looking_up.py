"""What is told to all who ask, whatever is played: the editions, the kinds of bot, the rules."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence

from eleusis.doors.web import web_messages as messages
from eleusis.doors.web.evenings.rule_talk import look
from eleusis.doors.web.wire import say_error
from eleusis.game.events import AnyEvent
from eleusis.ground.cards import Card
from eleusis.ground.errors import EleusisError, NotationError, RuleError, quote
from eleusis.ground.remembering import remember_nothing
from eleusis.minds.players.kinds import is_offered, offered_kinds
from eleusis.secret.library import readings_json
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variants
from eleusis.variant.model import About
from eleusis.variant.shelves import is_path
from eleusis.variant.suitability import Fit, rank
from eleusis.words.rulebook import Chapter, tell_rule_language, tell_rules


def tell_editions(players: int | None) -> list[messages.EditionSeen]:
    """The editions, those first that suit so many players."""
    editions, _ = load_variants()
    return [_tell_edition(fit) for fit in rank([edition for _, edition in editions], players)]


def tell_kinds(programs: Iterable[str] = ()) -> list[messages.BotSeen]:
    """The kinds of bot that can be had here, with those that are programs."""
    kinds: list[messages.BotSeen] = []
    for name, offers in offered_kinds().items():
        with contextlib.suppress(EleusisError):
            kind = offers[0].load()
            kinds.append(messages.BotSeen(name, kind.doc, kind.knows_rule, is_offered(name)))
    return [*kinds, *(messages.BotSeen(name, "a program", False, True) for name in programs)]


def tell_rulebook(edition: Variant, players: int | None) -> messages.RulesSeen:
    """The rules of an edition, and the words of which secret rules are written."""
    chapters = [_tell_chapter(chapter) for chapter in tell_rules(edition, players)]
    return messages.RulesSeen(edition.title, chapters, [_tell_chapter(tell_rule_language())])


def tell_look(
    text: str, line: Sequence[Card] = (), events: Iterable[AnyEvent] = (), rules: Mapping[str, Rule] | None = None
) -> object:
    """What `look` tells of a rule's text, or what is wrong with it.

    An answer, not a refusal: a page asks at each letter of a rule, and most of these are not rules yet.
    """
    try:
        with remember_nothing():  # how soon it comes must not tell that the dealer has looked before
            return look(text, line, events, rules)
    except RuleError as error:
        return {"error": say_error(error)}


def tell_readings(text: str) -> object:
    """The rules that a text may mean, or what of it isn't understood: an answer too, as of `tell_look`."""
    with remember_nothing():
        said, error = readings_json(text)
    return {**said} if error is None else {**said, "error": say_error(error)}


def check_edition_name(name: str) -> None:
    """See that a page names an edition, and no file. Raises NotationError (`notation/option`)."""
    if is_path(name) or name == "-":
        raise NotationError("notation/option", f"give an edition's name here: {quote(name)} is a path")


def _tell_edition(fit: Fit) -> messages.EditionSeen:
    edition = fit.variant
    about = edition.about or About()
    players = messages.UsualPlayers(edition.players.min, edition.players.max)
    return messages.EditionSeen(
        edition.name, edition.title, about.what, about.minutes, about.level, players, fit.reason, fit.fits
    )


def _tell_chapter(chapter: Chapter) -> messages.ChapterSeen:
    return messages.ChapterSeen(chapter.title, [*chapter.lines], chapter.numbered)
