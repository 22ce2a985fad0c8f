"""What one may do now and why not the rest, and which clause stands behind the last thing that happened."""

from __future__ import annotations

from collections.abc import Sequence

from eleusis.errors import IllegalMove
from eleusis.game import events as ev
from eleusis.game.legality import may_declare
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.pack import PACK, UNKNOWN
from eleusis.script.telling import count
from eleusis.variant import Variant


def what_now(round_: Round, seat: str, by_hand: bool = False) -> tuple[list[str], list[str]]:
    """What `seat` may do now, and what it may not, with the reason; each a line."""
    may, may_not = [], []
    most = round_.variant.play.max_cards
    typed = "5s" if most == 1 else "5s or 4d 6c"
    cards = "one card" if most == 1 else f"one card, or up to {most} in order" if most else "one card or more"
    title = round_.variant.prophet.title
    told = {
        "play": f"play {cards}: type it as {typed}" + ("" if by_hand else ", or its number in the hand"),
        "no-play": "say that no card of the hand is right: np",
        "declare": f"declare as {title}: declare",
        "call": "call it right or wrong: r, w; of a no play, w and the card that you say is right: w 9h",
        "judge": "judge it: r, w; of a no play, w and the card that goes to the mainline: w 9h",
        "guess": "guess the secret rule: guess color != last.color",
        "pass": "let it go by: Enter",
        "hint": 'give a hint: hint "look at the colours"',
    }
    if by_hand and may_declare(round_.state, round_.variant):
        following = round_.state.successor()
        told["pass"] = f"let it go by: {following}'s play says that" if following else told["pass"]
    for move in _tries(round_, seat):
        why = _refusal(round_, move)
        if why is None:
            may.append(told[move.verb])
        else:
            may_not.append(f"{move.verb}: {why}")
    return may, may_not


def _tries(round_: Round, seat: str) -> Sequence[Move]:
    state = round_.state
    hand = state.hands.get(seat, [])
    own = next((card for card in hand if card is not UNKNOWN), PACK[0])
    shown = next((card for card in state.hands.get(state.mover or "", []) if card is not UNKNOWN), PACK[0])
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


def _refusal(round_: Round, move: Move) -> str | None:
    """Why a move is refused, tried on a copy; None if it is legal (or only its card is not)."""
    try:
        round_.copy().step(move)
    except IllegalMove as error:
        if error.code in ("move/not-in-hand", "move/impossible-card"):
            return None
        return error.message
    return None


def why(events: Sequence[ev.AnyEvent], variant: Variant, names: dict[str, str]) -> list[str]:
    """The clauses behind some events, each with its name in the rules in brackets."""
    told = []
    for event in events:
        clause = _clause(event, variant, names)
        if clause is not None:
            told.append(f"{clause[1]} [rules: {clause[0]}]")
    return told or ["Nothing has happened yet that a clause stands behind."]


def _clause(event: ev.AnyEvent, variant: Variant, names: dict[str, str]) -> tuple[str, str] | None:
    """The name of a clause and what it says, in the words of a player."""
    no_play, prophet = variant.no_play, variant.prophet
    who = names.get(getattr(event, "seat", ""), "")
    match event:
        case ev.RoundBegan():
            return "first to play", f"{names.get(event.first, event.first)} begins this round."
        case ev.Accepted(_, cards) if len(cards) > 1:
            return (
                "one turn, 3 and 4",
                "Each card of the string was right after the one before: all go up, in order.",
            )
        case ev.Accepted():
            return "one turn, 4", "A right card goes to the end of the mainline."
        case ev.Rejected(_, cards) if len(cards) > 1:
            return "one turn, 3 and 4", (
                "A string with one wrong card is wrong, and nobody learns which card it was; all of it hangs below "
                "the last right card."
            )
        case ev.Rejected():
            return "one turn, 4", "A wrong card hangs below the last right one."
        case ev.Drew():
            return _drawing(event, variant, who)
        case ev.NoPlayUpheld():
            return "right no play", f"No card of the hand was right, as {who} said: the hand goes under the stock."
        case ev.NewHandDealt(_, cards) if cards:
            return "right no play", f"The new hand has {count(no_play.right.fewer, 'card')} fewer."
        case ev.NewHandDealt():
            return "right no play", f"With {no_play.right.out_at} or fewer in hand, a right no play leaves none."
        case ev.CardForced(_, card):
            return "wrong no play", f"There was a right card after all: the dealer plays one, {card.pretty}."
        case ev.NoPlayTakenBack():
            return "a no play he misjudged", "The prophet misjudged the no play: the hand is taken back as it was."
        case ev.ProphetOverthrown():
            return "overthrow", f"{who} called it otherwise than it was, and is {prophet.title} no more."
        case ev.SuddenDeathBegan():
            return "expulsion", "Cards were played past the threshold: from now on whoever is wrong is out."
        case ev.Expelled():
            return "expulsion", f"Past the threshold, whoever is wrong is out of the round: {who} keeps the hand."
        case ev.DeckAdded():
            return "stock runs low", f"A deck is added when {variant.stock.refill_at or 'no'} cards are left."
        case ev.WentOut():
            return "out of cards", f"{who} has no cards left: {variant.scoring.out} points, and the round ends."
        case ev.GuessOffered():
            return "guess the rule", f"{who} was right, and may guess the rule once."
        case ev.GuessJudged(_, right):
            won = f"The guess is right: {variant.guess.bonus} points, and the round ends."
            return "guess the rule", won if right else "The guess is wrong, which costs nothing."
        case ev.ProphetDeclared():
            return (
                "may declare",
                f"After one's own turn one may declare; {who} now calls every play before the dealer.",
            )
        case ev.Called():
            return "one turn, 2", "The prophet speaks before the dealer; if they differ, he falls."
        case ev.RoundEnded(reason):
            return "one turn, 9", f"The round ends: {reason}."
    return None


def _drawing(event: ev.Drew, variant: Variant, who: str) -> tuple[str, str]:
    if event.why == "wrong play":
        per = variant.wrong_play.draws(1)
        return "wrong play draws", f"{who} draws {per} for each card of a wrong play: {event.due}."
    if event.why == "wrong no play":
        return "wrong no play", f"A wrong no play costs {count(event.due, 'card')}."
    return "overthrow", f"An overthrown {variant.prophet.title} draws {event.due}, and plays on."
