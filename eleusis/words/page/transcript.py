"""The transcript: a replayed game as text that a card player reads with pleasure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from eleusis.driving.replayed import Finding, GameReplay, RoundReplay, WrongGuess
from eleusis.game.legality import may_declare
from eleusis.game.moves import Hint
from eleusis.ground.agreement import name_first, name_owner, name_within, say, say_within
from eleusis.variant import Variant
from eleusis.variant.saying import count, ordinal
from eleusis.words.page.drawing import PROPHET, SINCE, TENS, draw, marks_of
from eleusis.words.page.ink import BOLD, PLAIN, Ink, cells, cut, fill, wrap
from eleusis.words.page.scoresheet import round_table
from eleusis.words.page.telling import Page, in_order, sorted_cards, tell
from eleusis.words.page.winning import sum_up

_NARROWEST = 24
LABEL = 11
"""The columns of a label, before what it is the label of."""


def transcript(
    game: GameReplay,
    *,
    width: int = 80,
    colour: bool = False,
    seat: str | None = None,
    ascii: bool = False,
    number: int | None = None,
    unexplained: Collection[str] = (),
) -> str:
    """The whole game as text with no line over `width` columns (24 at least); or with `number` that round alone.

    With `seat` it shows only what that seat may see: no rule but the seat's own, no hand and no drawn card of
    others, and no findings, since these may tell what a rule or a hand is. A guess by a name in `unexplained`
    is not put in words: the library's rule of that name is another.
    Raises IllegalMove (`move/no-such-seat`) for a seat that is not at the table.
    """
    ink = Ink(colour, ascii)
    page = page_of(game.players, game.variant, max(_NARROWEST, width), ink, seat, unexplained=unexplained)
    lines = _heading(game, page)
    sums: dict[str, int] = {}
    for record in game.rounds:
        for player, points in (record.scores or {}).items():
            sums[player] = sums.get(player, 0) + points
        if number in (None, record.number):
            lines += ["", *_round(record, page, sums)]
    if not game.rounds and not game.stopped:
        lines += ["", *wrap(["position: no round has been dealt yet"], page.width, hang=2)]
    if number is None and (len(game.rounds) > 1 or game.stopped):
        lines += ["", *sum_up(game, page)]
    of_rounds = {finding for record in game.rounds for finding in (*record.findings, record.stopped_by)}
    of_game = [finding for finding in game.findings if finding not in of_rounds]
    if of_game and seat is None:
        lines += ["", *_findings(of_game, page)]
    return "\n".join(page.ink.finish(lines)) + "\n"


def heading(game: GameReplay, *, width: int = 80) -> str:
    """What a transcript begins with: the title, the edition, the players; without colours."""
    page = page_of(game.players, game.variant, max(_NARROWEST, width), PLAIN, None)
    return "\n".join(page.ink.finish(_heading(game, page))) + "\n"


def page_of(
    players: Sequence[str],
    variant: Variant,
    width: int,
    ink: Ink,
    seat: str | None,
    *,
    in_words: bool = False,
    unexplained: Collection[str] = (),
) -> Page:
    """The page, with each name made safe and short, and no two of them alike."""
    longest = max(8, width // 5)
    names: dict[str, str] = {}
    for number, player in enumerate(players, start=1):
        name = ink.safe(player, longest)
        if name in names.values():
            name = f"{cut(name, longest - 1 - len(str(number)))}#{number}"
        names[player] = name
    return Page(ink, width, seat, names, ink.safe(variant.prophet.title, 20), in_words, unexplained)


def _heading(game: GameReplay, page: Page) -> list[str]:
    ink, width = page.ink, page.width
    lines = [BOLD + ink.safe(game.title or game.file, width)]
    lines += wrap([ink.safe(game.variant.title, 4 * width)], width)
    if game.overrides:
        changed = [f"{ink.safe(knob, 60)}={ink.safe(value, 60)}" for knob, value in game.overrides.items()]
        lines += wrap([f"with {changed[0]}", *changed[1:]], width, hang=5, joint=",")
    lines += wrap([page.name(player) for player in game.players], width)
    if page.seat is not None:
        lines += wrap([f"as {page.name(page.seat)} sees it"], width)
    else:
        for warning in game.warnings:
            lines += wrap([f"note: {ink.safe(warning, 4 * width)}"], width, hang=6)
    return lines


def _round(record: RoundReplay, page: Page, sums: dict[str, int]) -> list[str]:
    if page.seat is not None:
        record.round.view(page.seat)  # refuses a stranger
    heading = cut(f"── Round {record.number} · {say(page.name(record.dealer), 'deal')} ", page.width)
    lines = [BOLD + heading + "─" * (page.width - cells(heading))]
    lines += _before_play(record, page)
    lines += ["", *tell(record, page)] if record.steps else []
    lines += ["", *_ending(record, page), *_hindsight(record, page)]
    if page.seat is None:
        lines += _findings([finding for finding in record.findings if finding != record.stopped_by], page)
    lines += ["", *_layout(record, page), "", *_hands(record, page)]
    if record.scores is not None:
        lines += ["", *round_table(record, page, sums)]
    return lines


def _before_play(record: RoundReplay, page: Page) -> list[str]:
    ink, began = page.ink, record.deal
    dealer = page.name(record.dealer)
    if record.rule is None:
        rule = f"{name_owner(dealer)} judgements are recorded"
    elif page.seat in (None, record.dealer):
        rule = ink.safe(record.rule, 500)
    else:
        rule = f"known to {name_within(dealer)} only"
    facts = [("rule", [rule])]
    if record.hint is not None and Hint(record.dealer, record.hint) not in [step.move for step in record.steps]:
        facts.append(("hint", [f'"{ink.safe(record.hint, 240)}"']))
    starters = in_order(began.starters) or "none"
    facts.append(("starter", [starters, say_within(page.name(began.first), "begin")]))
    if began.set_aside:
        facts.append(("set aside", [in_order(began.set_aside), "turned before it, and not right"]))
    sizes = {len(hand) for hand in began.hands.values()}
    dealt = [f"{page.name(seat)} {len(hand)}" for seat, hand in began.hands.items()]
    facts.append(("dealt", [f"{count(sizes.pop(), 'card')} each"] if len(sizes) == 1 else dealt))
    if (own := began.hands.get(page.seat or "")) is not None:
        facts.append(("your hand", [sorted_cards(own)]))
    return [line for label, parts in facts for line in wrap_labelled(label, parts, page.width)]


def wrap_labelled(label: str, parts: Sequence[str], width: int) -> list[str]:
    """Parts behind their label, in lines of this width."""
    return wrap(parts, width, fill(f"  {label}", LABEL + 2), LABEL + 2)


def _ending(record: RoundReplay, page: Page) -> list[str]:
    lines: list[str] = []
    if record.stopped_by is not None:
        why = "a move that is not allowed"
        if page.seat is None:
            why = page.ink.safe(str(record.stopped_by), 500)
        lines += wrap([f"here the game stops: {why}"], page.width, "  ", 4)
    if record.ended is not None:
        stands = [f"The round ends: {record.ended}", *of_turns(record, "turn {} of {}")]
    else:
        due = _due(record, page)
        stands = [f"position: the round is not over; {due}", *of_turns(record, "after {} of {} turns")]
    return [*lines, *wrap(stands, page.width, "  ", 4)]


def of_turns(record: RoundReplay, words: str) -> list[str]:
    """How many turns were judged, and how many there may be, in these words; nothing where there is no limit."""
    turn = record.round.state.turn
    left = record.round.variant.turn_limit.count_left(turn)
    return [] if left is None else [words.format(turn, turn + left)]


def _hindsight(record: RoundReplay, page: Page) -> list[str]:
    """Where wrong guesses differ from the rule, for those who may know the rule."""
    shown = record.wrong_guesses if page.seat in (None, record.dealer) else []
    return [line for wrong in shown for line in tell_wrong_guess(wrong, record.dealer, page, 240)]


def tell_wrong_guess(wrong: WrongGuess, dealer: str, page: Page, longest: int) -> list[str]:
    """A guess, in at most so many columns, and where it differs from the rule of the dealer."""
    name, owner = page.name(wrong.seat), name_owner(page.name(dealer))
    difference = wrong.describe(f"{owner} rule", f"{name_owner(name)} guess")
    guess = page.ink.safe(wrong.guess, longest)
    return wrap([f'{name_first(name)} guessed "{guess}": {difference}'], page.width, "  ", 4)


def _due(record: RoundReplay, page: Page) -> str:
    """Whom the round waits for, and for what."""
    state, variant = record.round.state, record.round.variant
    name, owner = page.name(record.round.to_act or ""), name_owner(page.name(state.mover or ""))
    actor, is_to = name_within(name), say_within(name, "are")
    if state.phase == "play":
        following = state.successor()
        if not may_declare(state, variant):
            return f"{is_to} to act (may: play{', no play' if variant.no_play.allowed else ''})"
        after = f", before {say_within(page.name(following), 'play')}" if following else ""
        return f"{actor} may declare as {page.prophet}{after}"
    made = "play" if state.pending else "no play"
    return {
        "call": f"{is_to} to call {owner} {made} (may: right, wrong)",
        "judge": f"{is_to} to judge {owner} {made} (may: right, wrong)",
        "guess": f"{actor} may guess the rule or pass",
        "stay": f"{actor} may stay as {page.prophet} or go out",
        "judge guess": f"{is_to} to judge {owner} guess (may: right, wrong)",
    }[state.phase]


def _findings(findings: Sequence[Finding], page: Page) -> list[str]:
    said = [page.ink.safe(str(finding), 500) for finding in findings]
    return [line for text in said for line in wrap([text], page.width, "  ! ", 4)]


def _layout(record: RoundReplay, page: Page) -> list[str]:
    state = record.round.state
    layout = state.layout
    parts = [f"Layout: {count(layout.count, 'card')}", f"{len(layout.mainline)} on the mainline"]
    parts += [f"{len(state.set_aside)} set aside"] if state.set_aside else []
    parts.append(f"{record.stock} in the stock" + (f" ({state.decks} decks)" if state.decks > 1 else ""))
    lines = [BOLD + line for line in wrap(parts, page.width)]
    lines += ["", *draw(layout, marks_of(record.round), width=page.width, ink=page.ink)]
    return [*lines, *legend(record, page)]


def legend(record: RoundReplay, page: Page) -> list[str]:
    """What the markers on the layout mean; nothing where there are none."""
    state, variant = record.round.state, record.round.variant
    borne = marks_of(record.round)
    parts = []
    if state.prophet is not None:
        since = f"{state.right_since} right and {state.wrong_since} wrong since"
        place = f"{PROPHET} " if borne.prophet else ""
        parts.append(f"{place}{page.prophet} {page.name(state.prophet)}, {since}")
    if borne.since:
        parts.append(f"{SINCE} every {ordinal(variant.prophet.marker_every or 0)} since")
    if borne.tens:
        parts.append(f"{TENS} every {ordinal(variant.layout.mark_every or 0)} card")
    return ["", *wrap(parts, page.width, "  ", 4)] if parts else []


def _hands(record: RoundReplay, page: Page) -> list[str]:
    state = record.round.state
    hands = record.hands if page.seat is None else record.round.view(page.seat).hands
    widest = max(cells(page.name(seat)) for seat in hands)
    size = max(len(str(len(hand))) for hand in hands.values())
    lines = [BOLD + "Hands"]
    for seat in (seat for seat in state.players if seat in hands):
        hand = hands[seat]
        parts = [sorted_cards(hand)] if hand else ["no cards"]
        standing = [page.prophet] * (seat == state.prophet) + ["expelled"] * (seat in state.expelled)
        lead = f"  {fill(page.name(seat), widest)}  {fill(str(len(hand)), size, right=True)}  "
        lines += wrap([*standing, *parts], page.width, lead, cells(lead))
    return lines
