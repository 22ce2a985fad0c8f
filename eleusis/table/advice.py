"""What one may do now and why not the rest, and which clause stands behind the last thing that happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from eleusis.game import events as ev
from eleusis.game.event_words import put_in_words
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.ground.agreement import agree, name_first, name_within, say, say_within
from eleusis.ground.cards import PACK, UNKNOWN, Card
from eleusis.variant import Variant
from eleusis.variant.saying import count

_ONLY_ITS_CARD = ("move/not-in-hand", "move/impossible-card")
"""Why a move is refused that another card would make legal."""


def what_now(round_: Round, seat: str, how: Mapping[str, str] | None = None) -> tuple[list[str], list[str]]:
    """What `seat` may do now, and what it may not, with the reason; each a line.

    `how` says of a verb how that is done where one asks, as by the word or the button for it.
    """
    may, may_not = [], []
    meanings, how = _say_moves(round_), how or {}
    for move in _tries(round_, seat):
        refusal = round_.refusal(move)
        if refusal is None or refusal.code in _ONLY_ITS_CARD:
            may.append(": ".join(filter(None, (meanings[move.verb], how.get(move.verb)))))
        else:
            may_not.append(f"{move.verb}: {refusal.message}")
    return may, may_not


def what_own(round_: Round, seat: str, how: Mapping[str, str] | None = None) -> tuple[list[str], list[str]]:
    """As `what_now`, but of what would let go by what another seat is asked: that may not be done here.

    Where each seat has a device of its own, none answers for another, and whoever may play on needs no other way to
    let something go by.
    """
    may, may_not = what_now(round_, seat, how)
    asked, meanings = round_.to_act or "", _say_moves(round_)
    if asked != seat:
        hint = meanings["hint"]
        early = [verb for verb in ("play", "no-play") if not any(line.startswith(f"{verb}: ") for line in may_not)]
        waits = f"{name_within(asked)} {agree(asked, 'are')} asked first"
        return [line for line in may if line.startswith(hint)], [*(f"{verb}: {waits}" for verb in early), *may_not]
    if round_.state.mover == seat and any(line.startswith(meanings["play"]) for line in may):
        # One's next card says that one lets it go by.
        may = [line for line in may if not line.startswith(meanings["pass"])]
    return may, may_not


def worth_now(round_: Round, seat: str | None) -> int | None:
    """What finding the rule in this turn would bring a seat, or the one that plays; None if turns don't count."""
    state, variant = round_.state, round_.variant
    players = [player for player in state.players if player != state.dealer]
    who = players[0] if len(players) == 1 else seat
    if who not in players or state.phase == "over" or not variant.scoring.base.needs_turn_limit:
        return None
    turn = state.turn + (state.phase in ("play", "call", "judge"))
    base = variant.scoring.base.base({who: 0}, who, variant.turn_limit.count_left(turn))
    return base[who] + variant.guess.bonus - variant.guess.price * state.wrong_guesses.get(who, 0)


def _say_moves(round_: Round) -> dict[str, str]:
    """What each kind of move means now, by its verb."""
    most, title = round_.variant.play.max_cards, round_.variant.prophet.title
    cards = "one card" if most == 1 else f"one card, or up to {most} in order" if most else "one card, or several"
    staying, no_play = round_.state.phase == "stay", not round_.state.pending
    judges_no_play = no_play and round_.state.phase == "judge"
    stay = f"stay as {title} instead of going out, and the round goes on"
    return {
        "play": f"play {cards}",
        "no-play": "say that no card of the hand is right",
        "declare": stay if staying else f"declare as {title}",
        "call": f"call it right or wrong{'; if wrong, with a card that you say is right' if no_play else ''}",
        "judge": f"judge it right or wrong{'; if wrong, with the card that is right' if judges_no_play else ''}",
        "guess": "guess the secret rule",
        "pass": "go out, which ends the round" if staying else "let it go by",
        "hint": "give a hint",
    }


def _tries(round_: Round, seat: str) -> Sequence[Move]:
    state, hands = round_.state, round_.hidden.hands
    hand = hands.get(seat, [])
    own = next((card for card in hand if card is not UNKNOWN), PACK[0])
    shown = next((card for card in hands.get(state.mover or "", []) if card is not UNKNOWN), PACK[0])
    named = None if state.pending else shown
    return (
        Play(seat, (own,)),
        NoPlay(seat),
        Declare(seat),
        Call(seat, False, named),
        Judge(seat, False, named if state.phase == "judge" else None),
        Guess(seat, "any"),
        Pass(seat),
        Hint(seat, "?"),
    )


Clause = tuple[str, str]
"""The name of a clause in the rules, and what it says in the words of a player."""


def why(
    events: Sequence[ev.AnyEvent],
    variant: Variant,
    names: dict[str, str],
    before: Sequence[ev.AnyEvent] = (),
) -> list[str]:
    """The clauses behind some events, each with its name in the rules; `before` is all that led to them."""
    clauses = _Clauses(variant, names)
    for event in before:
        clauses.of(event)
    behind = [clauses.of(event) for event in events]
    lines = [f"{clause[1]} [rules: {clause[0]}]" for clause in behind if clause is not None]
    return lines or ["Nothing has happened yet that a rule of the game explains."]


class _Clauses:
    """Goes through the events of a turn, and keeps in mind what a later one is to be explained by."""

    def __init__(self, variant: Variant, names: dict[str, str]) -> None:
        self.variant = variant
        self.names = names
        self.named: Card | None = None
        """The card that the prophet named in this turn."""
        self.staying = False
        """Whether the one who declares stays in without a card."""
        self.held: int | None = None
        """The size of the hand that a right no play took away; None where that is not among the events."""

    def of(self, event: ev.AnyEvent) -> Clause | None:
        """The clause behind an event; None where a seat did what it might, and no clause made it happen."""
        behind = _BEHIND[type(event)]
        if isinstance(behind, tuple):
            clause: Clause | None = (behind[0], self._say(behind[1], event))
        else:
            clause = behind(self, event) if behind is not None else None
        self._keep_in_mind(event)
        return clause

    def _keep_in_mind(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.Played() | ev.NoPlayDeclared():
                self.named = self.held = None  # they belong to the turn before
            case ev.Called(card=card):
                self.named = card
            case ev.NoPlayUpheld(cards=cards):
                self.held = len(cards)
            case ev.StayOffered():
                self.staying = True
            case ev.ProphetDeclared():
                self.staying = False

    def _say(self, text: str, event: ev.AnyEvent) -> str:
        """A clause in the words of the edition, about the seats and the cards of the event."""
        variant = self.variant
        return put_in_words(
            text,
            event,
            lambda seat: name_within(self._name(seat)),
            lambda card: card.pretty,
            prophet=variant.prophet.title,
            hints=variant.hints.in_words(),
            stock=variant.stock.when_low(),
            guesses=variant.guess.in_words(),
            stays=variant.prophet.going_out.in_words(),
            whom=variant.expulsion.whom(),
        )

    def _judgement(self, event: ev.Accepted | ev.Rejected) -> Clause:
        """The clause behind the judgement of a play: of one card, or of several."""
        if len(event.cards) == 1:
            right = "right card goes to the end of the mainline"
            return "one turn, 4", f"A {right if event.right else 'wrong card hangs below the last right one'}."
        if event.right:
            said = "Each card of the string was right after the one before: all go to the mainline, in order."
        else:
            said = (
                "A string with one wrong card is wrong, and nobody learns which card it was; all of it hangs below "
                "the last right card."
            )
        return "one turn, 3 and 4", said

    def _overthrow(self, event: ev.ProphetOverthrown) -> Clause:
        prophet, who = self.variant.prophet, self._name(event.seat)
        erred = "made the wrong call"
        if self.named is not None:
            erred += f", or named a wrong card with the {self.named.pretty}"
        costs = "" if prophet.overthrow_draw or prophet.going_out.may_stay else ", which costs no cards"
        no_longer = f"{agree(who, 'are')} no longer {prophet.title}{costs}"
        return "overthrow", f"{name_first(who)} {erred}, and {no_longer}."

    def _sudden_death(self, event: ev.SuddenDeathBegan) -> Clause | None:
        begun = self.variant.expulsion.beginning()
        return None if begun is None else ("expulsion", f"{begun}.")

    def _out(self, event: ev.WentOut) -> Clause:
        bonus = self.variant.scoring.out_bonus()
        return "out of cards", f"{say(self._name(event.seat), 'have')} no cards left, which earns {bonus}."

    def _guess(self, event: ev.GuessJudged) -> Clause:
        guess = self.variant.guess
        comes = f"right: {guess.gains()}" if event.right else f"wrong, which costs {guess.costs()}"
        return "guess the rule", f"The guess is {comes}."

    def _end(self, event: ev.RoundEnded) -> Clause:
        why = {"cutoff": self.variant.cutoff, "turns played": self.variant.turn_limit}.get(event.reason)
        met = "" if why is None else f", {why.in_words()}"
        return "one turn, 9", f"The round ends: {event.reason}{met}."

    def _name(self, seat: str) -> str:
        return self.names.get(seat, seat)

    def _beginning(self, event: ev.RoundBegan) -> Clause:
        """The clause behind the deal: who begins, and what lies aside."""
        said = f"{say(self._name(event.first), 'begin')} this round: {self.variant.first_player.in_words()}."
        if not event.set_aside:
            return "first to play", said
        cards = " ".join(card.pretty for card in event.set_aside)
        are = "was turned first and is" if len(event.set_aside) == 1 else "were turned first and are"
        return "starter, first to play", f"{cards} {are} not right: set aside, and out of play. {said}"

    def _declaring(self, event: ev.ProphetDeclared) -> Clause:
        """The clause behind a declaration: after one's own turn, in the bidding, or instead of going out."""
        clause, when = "may declare", "After your own turn you may declare"
        if self.staying:
            clause, when = "going out as prophet", "A player who stays has not gone out"
            if self.variant.scoring.out:
                when += f", which would have earned {self.variant.scoring.out_bonus()}"
        elif self.variant.prophet.bidding:
            clause, when = "bidding", "After each turn all who may be prophet are asked"
        who = self._name(event.seat)
        return clause, f"{when}; {name_within(who)} now {agree(who, 'call')} every play before the dealer."

    def _new_hand(self, event: ev.NewHandDealt) -> Clause:
        """The clause behind the new hand that follows a right no play, or behind there being none."""
        no_play, dealt = self.variant.no_play, len(event.cards)
        due = dealt if self.held is None else no_play.right.new_hand(self.held) or 0
        if dealt < due:
            said = f"The stock could give only {dealt} of the {count(due, 'card')} that were due."
        elif not dealt:
            said = f"A right no play {no_play.right.when_out()} leaves none."
        else:
            said = f"The new hand has {no_play.right.smaller()}."
        return "right no play", said

    def _drawing(self, event: ev.Drew) -> Clause:
        """The clause behind a penalty, and how many cards it was in the end."""
        who, drawn, due = self._name(event.seat), len(event.cards), event.due
        draws = f"{say_within(who, 'draw')} {due}"
        if drawn < due:
            draws += f", of which the stock could give {drawn}" if drawn else ", and the stock has none"
        match event.why:
            case "wrong play":
                return "wrong play draws", f"A wrong play costs {self.variant.wrong_play.in_words()}: {draws}."
            case "wrong no play":
                return "wrong no play", f"A wrong no play costs {self.variant.no_play.wrong.costs()}: {draws}."
            case "refill":
                said = f"After a turn the hand {self.variant.refill.in_words()}: {draws}."
                return "hand", said
            case "overthrown":
                prophet = self.variant.prophet
                stayed = prophet.going_out.may_stay and due != prophet.overthrow_draw
                whom = prophet.title + (" who has stayed without a card" if stayed else "")
                return "overthrow", f"An overthrow costs the {whom} {count(due, 'card')}: {draws}."
            case _:
                assert_never(event.why)


_BEHIND: Mapping[type[ev.AnyEvent], Clause | Callable[..., Clause | None] | None] = ev.for_every_event(
    {
        ev.RoundBegan: _Clauses._beginning,
        ev.HintGiven: ("hints by the dealer", "In this edition the dealer may give hints {hints}."),
        ev.Played: None,
        ev.NoPlayDeclared: None,
        ev.Called: (
            "one turn, 2",
            "The {prophet} calls before the dealer judges, and is overthrown if the two differ.",
        ),
        ev.Accepted: _Clauses._judgement,
        ev.Rejected: _Clauses._judgement,
        ev.NoPlayUpheld: (
            "right no play",
            "No card of the hand was right, as {seat} said: it goes under the stock.",
        ),
        ev.NewHandDealt: _Clauses._new_hand,
        ev.CardForced: (
            "wrong no play",
            "There was a right card after all: the dealer plays one, {card}.",
        ),
        ev.NoPlayTakenBack: (
            "a misjudged no play",
            "The {prophet} misjudged the no play: the hand is taken back as it was.",
        ),
        ev.ProphetOverthrown: _Clauses._overthrow,
        ev.ProphetDeclared: _Clauses._declaring,
        ev.StayOffered: ("going out as prophet", "Instead of going out {seat} {stays}."),
        ev.DeckAdded: ("stock runs low", "In this edition {stock}."),
        ev.Drew: _Clauses._drawing,
        ev.SuddenDeathBegan: _Clauses._sudden_death,
        ev.Expelled: ("expulsion", "{whom}: {seat:keep} the hand."),
        ev.WentOut: _Clauses._out,
        ev.GuessOffered: ("guess the rule", "A guess is offered {guesses}: {seat} may guess now."),
        ev.GuessMade: None,
        ev.GuessJudged: _Clauses._guess,
        ev.Passed: None,
        ev.RoundEnded: _Clauses._end,
    }
)
"""The clause behind each event: in words, with the edition's in braces, or what tells it; None: it needs none."""
