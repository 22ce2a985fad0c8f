"""A round reckoned anew from its record, as `replay --format json` prints it, and from rules.md: no engine in here.

Who holds how many cards, what was due, why the round has to end and when, and what everybody scores.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

Data = dict[str, Any]

RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13, **{str(rank): rank for rank in range(2, 11)}}


@attrs.define
class Ledger:
    """What is known of a round after some of its events; `knobs` is its edition as plain data.

    `read` takes the next event, and fails where it can't follow from the ones before.
    """

    knobs: Data
    players: list[str] = attrs.field(factory=list)
    dealer: str = ""
    hands: dict[str, int] = attrs.field(factory=dict)
    stock: int = 0
    decks: int = 0
    set_aside: int = 0
    layout: int = 0
    pending: int = 0
    next: str = ""
    """Who has to play, or did so last."""
    mover: str | None = None
    turns: int = 0
    right: int = 0
    """Right cards since the marker, as `wrong` the wrong ones."""
    wrong: int = 0
    prophet: str | None = None
    declared_at: int = 0
    stayed: bool = False
    """Whether the prophet is one who stayed instead of going out."""
    expelled: list[str] = attrs.field(factory=list)
    emptied_by: dict[str, str] = attrs.field(factory=dict)
    """Who is out of cards, and by what."""
    short: set[str] = attrs.field(factory=set)
    guesser: str | None = None
    guessed_at: int = 0
    wrong_guesses: dict[str, int] = attrs.field(factory=dict)
    ended: str | None = None
    waits_for: str = "play"
    penalty: int = 0
    """What the mover still owes the stock for this turn."""
    verdict: bool | None = None
    """Whether the play or no play of this turn was right."""
    upheld: int = 0
    """The cards of the last right no play."""
    emptied: bool = False
    """Whether a right no play has left no card in this turn."""
    offered: bool = False
    """Whether a guess was offered in this turn."""
    may_have_stayed: bool = False
    """Whether the mover was asked to stay as prophet in this turn."""
    passed: set[str] = attrs.field(factory=set)
    """Who has let go by in this turn the right to declare."""
    been_prophet: set[str] = attrs.field(factory=set)
    threshold_met: bool = False
    """Whether that of expulsion was met before this turn."""
    sudden_death: bool = False
    begins_sudden_death: bool = False
    overthrew: bool = False
    """Whether the prophet fell in this turn."""

    def read(self, event: Data) -> None:
        """Take the next event."""
        assert self.ended is None, f"{event['type']} after the end"
        _READERS[event["type"]](self, event)
        self.waits_for = _WAITS.get(event["type"], self.waits_for)
        assert all(size >= 0 for size in (*self.hands.values(), self.stock)), self
        places = (*self.hands.values(), self.stock, self.layout, self.pending, self.set_aside)
        assert sum(places) == 52 * self.decks, self

    # The end

    def over(self) -> str | None:
        """Why the round must end now, a turn being over: the first reason of step 9."""
        if self.guesser is not None:
            return "right guess"
        if self.emptied_by:
            return "right no play" if "right no play" in self.emptied_by.values() else "out of cards"
        cutoff = self.knobs["cutoff"]
        if cutoff["kind"] != "none" and self._meets(cutoff):
            return "cutoff"
        if self.turns_left == 0:
            return "turns played"
        playing = set(self.hands) - set(self.expelled) - {self.prophet}
        if not playing:
            return "all expelled" if self.expelled else "nobody can act"
        return "stock out" if self.short else None

    def _meets(self, thresholds: Data) -> bool:
        if self.prophet is None:
            return bool(self.layout >= thresholds["layout"])
        return bool(self.layout - self.declared_at >= thresholds["since_marker"])

    @property
    def turns_left(self) -> int | None:
        """How many turns are left; None without a limit."""
        limit = self.knobs.get("turn_limit", {"kind": "none"})
        return limit["turns"] - self.turns if limit["kind"] == "turns" else None

    def scores(self) -> dict[str, int]:
        """What everybody scores, the round being over."""
        knobs = self.knobs
        scoring, base = knobs["scoring"], knobs["scoring"]["base"]
        sizes = {seat: size + (self.pending if seat == self.mover else 0) for seat, size in self.hands.items()}
        points = {}
        for seat, size in sizes.items():
            if base == "high_count":
                points[seat] = max(sizes.values()) - size
            elif base == "by_turns":
                limit = knobs["turn_limit"]["turns"]
                points[seat] = limit + 1 - self.guessed_at if seat == self.guesser else 0
            else:
                points[seat] = base["from"] - size
            if seat in self.emptied_by:
                points[seat] += scoring["out"]
            if seat == self.prophet:
                bonus = knobs["prophet"]["bonus"]
                points[seat] += bonus["right"] * self.right + bonus["wrong"] * self.wrong
            if seat == self.guesser:
                points[seat] += knobs["guess"].get("bonus", 0)
            points[seat] -= knobs["guess"].get("price", 0) * self.wrong_guesses.get(seat, 0)
        best = max(points.values())
        cap = scoring["dealer_cap_per_card"]
        if self.prophet is not None and cap is not None:
            best = min(best, cap * self.declared_at)
        dealers = best if scoring.get("dealer", "highest") == "highest" else 0
        return {seat: points.get(seat, dealers) for seat in self.players}

    def check_turn(self) -> None:
        """That nothing of the turn was left out, now that it is over."""
        knobs, mover = self.knobs, self.mover
        assert mover is not None
        assert not self.pending
        assert not self.penalty, f"{mover} still has to draw {self.penalty}"
        expulsion = knobs["expulsion"]
        assert self.sudden_death >= self.begins_sudden_death
        expels = self.sudden_death if expulsion["kind"] == "sudden_death" else self.threshold_met
        if self.verdict or (self.overthrew and not expulsion.get("on_overthrow")):
            expels = False
        assert (mover in self.expelled) == expels
        refill = knobs.get("refill", {"kind": "none"})
        if refill["kind"] == "up_to":
            assert self.hands[mover] >= refill["hand"] or not self.stock, f"{mover} is not filled up"
        offer = {"none": False, "after_right": self.verdict, "every_turn": mover not in self.expelled}
        assert self.offered == offer[knobs["guess"]["kind"]]
        assert self.may_have_stayed or not self.may_stay(mover), f"{mover} is not asked to stay"
        for seat, size in self.hands.items():
            stays = seat == self.prophet and self.stayed
            assert size or stays or seat in self.emptied_by or seat in self.short, f"{seat} has no card"

    def may_be_prophet(self, seat: str) -> bool:
        """Whether a seat may declare where it is asked."""
        knobs = self.knobs["prophet"]
        if knobs["kind"] == "none" or self.prophet is not None or seat in self.expelled:
            return False
        others = set(self.hands) - {seat} - set(self.expelled)
        return len(others) >= knobs["other_players"] and not (knobs["once_per_round"] and seat in self.been_prophet)

    def may_stay(self, seat: str) -> bool:
        """Whether a seat that has played its last card may stay as prophet."""
        going_out = self.knobs["prophet"].get("going_out", {"kind": "none"})
        if going_out["kind"] == "none" or self.emptied_by.get(seat) != "out of cards":
            return False
        return self.guesser is None and self.may_be_prophet(seat)

    # What events do

    def read_deal(self, event: Data) -> None:
        self.players, self.dealer, self.stock = event["players"], event["dealer"], len(event["stock"])
        self.hands = {seat: len(hand) for seat, hand in event["hands"].items()}
        self.layout, self.decks = len(event["starters"]), event["decks"]
        self.set_aside = len(event.get("set_aside", ()))
        self._check_stock()
        place = self.players.index(self.dealer)
        clockwise = [*self.players[place + 1 :], *self.players[:place]]
        counted = self.knobs["first_player"]["kind"] == "count_starter" and event["starters"]
        rank = RANKS[event["starters"][-1][:-1]] if counted else 1
        assert event["first"] == clockwise[(rank - 1) % len(clockwise)]
        self.next = event["first"]

    def _check_stock(self) -> None:
        """Where decks are added, one is as soon as the stock is low."""
        stock = self.knobs["stock"]
        assert stock["empty"] != "refill" or self.stock > stock["refill_at"], f"{self.stock} left"

    def read_turn(self, event: Data) -> None:
        """A play or a no play: the round goes on, so nothing may have ended it."""
        if self.mover is not None:
            self.check_turn()
            assert self.over() is None, f"{self.over()}, and {event['seat']} goes on"
            self.next = self.following()
        assert event["seat"] == self.next
        self.mover, self.verdict = self.next, None
        self.passed = set()
        self.emptied = self.offered = self.may_have_stayed = self.overthrew = False
        expulsion = self.knobs["expulsion"]
        self.threshold_met = expulsion["kind"] != "none" and self._meets(expulsion)
        if event["type"] == "played":
            most = self.knobs["play"]["max_cards"]
            assert most is None or len(event["cards"]) <= most
            self.begins_sudden_death = self.threshold_met and expulsion["kind"] == "sudden_death"
            self.pending = len(event["cards"])
            self.hands[self.mover] -= self.pending
        else:
            assert self.knobs["no_play"].get("kind", "allowed") == "allowed"
            assert len(event["hand"]) == self.hands[self.mover]
            self.begins_sudden_death = False

    def read_judged(self, event: Data) -> None:
        self.verdict = event["type"] == "accepted"
        if self.verdict:
            self.right += self.pending
        else:
            self.wrong += self.pending
            per_card = self.knobs["wrong_play"]
            self.penalty = min(per_card["draw_per_card"] * self.pending, per_card.get("most", 10**6))
        self.layout += self.pending
        self.pending = 0
        self.turns += 1

    def read_upheld(self, event: Data) -> None:
        self.turns, self.verdict = self.turns + 1, True
        self.stock += self.hands[event["seat"]]
        assert len(event["cards"]) == self.hands[event["seat"]]
        self.upheld, self.hands[event["seat"]] = self.hands[event["seat"]], 0

    def read_new_hand(self, event: Data) -> None:
        right, held = self.knobs["no_play"]["right"], self.upheld
        due = 0 if held <= right["out_at"] else max(0, held - right["fewer"])
        assert len(event["cards"]) == due or self.knobs["stock"]["empty"] != "refill"
        assert len(event["cards"]) == min(due, self.stock)
        self.hands[event["seat"]] = len(event["cards"])
        self.stock -= len(event["cards"])
        self.emptied = not self.hands[event["seat"]]
        if due:
            self._check_stock()

    def read_forced(self, event: Data) -> None:
        self.turns, self.verdict = self.turns + 1, False
        self.hands[event["seat"]] -= 1
        self.layout += 1
        self.right += 1
        self.penalty = self.knobs["no_play"]["wrong"]["draw"]

    def read_taken_back(self, event: Data) -> None:
        self.turns, self.verdict = self.turns + 1, event["right"]

    def read_draw(self, event: Data) -> None:
        seat, drew, due = event["seat"], len(event["cards"]), event["due"]
        prophets = self.knobs["prophet"]
        if event["why"] == "overthrown":
            stayed = prophets.get("going_out", {}).get("overthrow_draw") if self.stayed else None
            assert due == (prophets["overthrow_draw"] if stayed is None else stayed)
        elif event["why"] == "refill":
            assert seat == self.mover
            assert due == self.knobs["refill"]["hand"] - self.hands[seat] > 0
        else:
            assert (seat, due) == (self.mover, self.penalty)
            self.penalty = 0
        empty = self.knobs["stock"].get("empty", "refill")
        assert drew == due or empty != "refill"
        assert drew == min(due, self.stock)
        self.hands[seat] += drew
        self.stock -= drew
        if drew < due and (empty == "end_round" or not self.hands[seat]):
            self.short.add(seat)
        self._check_stock()

    def read_deck(self, event: Data) -> None:
        self.stock += len(event["cards"])
        self.decks += 1
        assert self.knobs["stock"].get("empty", "refill") == "refill"

    def read_out(self, event: Data) -> None:
        seat = event["seat"]
        assert not self.hands[seat]
        assert not self.pending
        assert seat not in self.short
        assert event["reason"] == ("right no play" if self.emptied else "out of cards")
        self.emptied_by[seat] = event["reason"]

    def read_declare(self, event: Data) -> None:
        seat = event["seat"]
        assert self.may_be_prophet(seat)
        assert seat == self.asked()
        self.prophet, self.declared_at, self.right, self.wrong = seat, self.layout, 0, 0
        self.been_prophet.add(seat)
        self.stayed = not self.hands[seat]
        if self.stayed:
            assert self.may_have_stayed
            del self.emptied_by[seat]

    def due(self) -> tuple[str, str]:
        """Whose move it is, and which it is."""
        waits = self.waits_for
        if waits == "call":
            return (self.dealer, "judge") if self.prophet is None else (self.prophet, "call")
        if waits == "judge" or self.mover is None:
            return (self.dealer, "judge") if waits == "judge" else (self.next, "play")
        if waits != "play":
            return self.mover, waits
        seat = self.asked()
        return (self.following(), "play") if seat is None else (seat, "declare")

    def following(self) -> str:
        """Who plays next."""
        assert self.mover is not None
        place = self.players.index(self.mover) + 1
        clockwise = [*self.players[place:], *self.players[:place]]
        return next(seat for seat in clockwise if seat not in {self.dealer, self.prophet, *self.expelled})

    def asked(self) -> str | None:
        """Who is asked now whether to declare: the mover, and where there is bidding the next clockwise who may."""
        assert self.mover is not None
        around = [self.mover]
        if self.knobs["prophet"].get("bidding") and self.hands[self.mover]:
            place = self.players.index(self.mover) + 1
            around += [*self.players[place:], *self.players[: place - 1]]
        may = [seat for seat in around if seat in self.hands and self.may_be_prophet(seat)]
        return next((seat for seat in may if seat not in self.passed), None)

    def read_pass(self, event: Data) -> None:
        if event["right"] == "guess":
            assert event["seat"] == self.mover
            assert self.offered
        else:
            assert event["seat"] == self.asked()
            self.passed.add(event["seat"])

    def read_overthrow(self, event: Data) -> None:
        assert event["seat"] == self.prophet
        self.prophet, self.right, self.wrong = None, 0, 0
        self.overthrew = True
        self.penalty = 0  # who overthrew the prophet draws none

    def read_begin_sudden_death(self, event: Data) -> None:
        assert not self.sudden_death
        assert self.begins_sudden_death
        self.sudden_death = True

    def read_expel(self, event: Data) -> None:
        assert event["seat"] == self.mover
        self.expelled.append(event["seat"])

    def read_offer(self, event: Data) -> None:
        assert event["seat"] == self.mover
        assert not self.offered
        self.offered = True

    def read_offer_stay(self, event: Data) -> None:
        assert event["seat"] == self.mover
        assert self.may_stay(event["seat"])
        self.may_have_stayed = True

    def read_guessed(self, event: Data) -> None:
        if event["right"]:
            self.guesser, self.guessed_at = event["seat"], self.turns
        else:
            self.wrong_guesses[event["seat"]] = self.wrong_guesses.get(event["seat"], 0) + 1

    def read_end(self, event: Data) -> None:
        self.ended = event["reason"]
        if self.ended != "abandoned":
            self.check_turn()
            assert self.ended == self.over(), f"ended {self.ended}, and it is {self.over()}"

    def read_pass_over(self, event: Data) -> None:
        """Nothing is counted."""


_READERS: dict[str, Callable[[Ledger, Data], None]] = {
    "round_began": Ledger.read_deal,
    "played": Ledger.read_turn,
    "no_play_declared": Ledger.read_turn,
    "accepted": Ledger.read_judged,
    "rejected": Ledger.read_judged,
    "no_play_upheld": Ledger.read_upheld,
    "new_hand_dealt": Ledger.read_new_hand,
    "card_forced": Ledger.read_forced,
    "no_play_taken_back": Ledger.read_taken_back,
    "drew": Ledger.read_draw,
    "deck_added": Ledger.read_deck,
    "went_out": Ledger.read_out,
    "prophet_declared": Ledger.read_declare,
    "prophet_overthrown": Ledger.read_overthrow,
    "expelled": Ledger.read_expel,
    "guess_offered": Ledger.read_offer,
    "guess_judged": Ledger.read_guessed,
    "round_ended": Ledger.read_end,
    "called": Ledger.read_pass_over,
    "sudden_death_began": Ledger.read_begin_sudden_death,
    "guess_made": Ledger.read_pass_over,
    "passed": Ledger.read_pass,
    "hint_given": Ledger.read_pass_over,
    "stay_offered": Ledger.read_offer_stay,
}
"""How each event is read; one that is not in here stops the law: say what it changes."""

_WAITS = {
    "played": "call",
    "no_play_declared": "call",
    "called": "judge",
    "accepted": "play",
    "rejected": "play",
    "no_play_upheld": "play",
    "card_forced": "play",
    "no_play_taken_back": "play",
    "guess_offered": "guess",
    "guess_made": "judge",
    "guess_judged": "play",
    "passed": "play",
    "stay_offered": "declare",
    "prophet_declared": "play",
}
"""What is waited for after an event: where no prophet can call, the dealer judges."""
