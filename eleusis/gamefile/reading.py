"""Reading a game file: every error at once, each as file:line:column, inside `moves:` too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from eleusis.driving.dealing import check_players
from eleusis.errors import EleusisError, Place, ScriptError, did_you_mean, quote
from eleusis.gamefile.contents import GameFile, RoundScript
from eleusis.gamefile.expectations import ExpectReader, is_null, read_cards
from eleusis.gamefile.lines import FileLine, read_line
from eleusis.pack import UNKNOWN, Card
from eleusis.secret.library import rule_from_node
from eleusis.secret.rule import Rule
from eleusis.yaml.strict import Mapping as YamlMap
from eleusis.yaml.strict import Node, Scalar, YamlReader, load, read

GAME_KEYS = ("eleusis", "title", "variant", "players", "seats", "seed", "stopped", "rounds", "expect")
ROUND_KEYS = ("dealer", "rule", "hint", "starter", "hands", "stock", "moves", "expect")
MAX_ROUNDS = 1000
MAX_ERRORS = 50


def read_game(text: str, file: str = "<text>", rules: Mapping[str, Rule] | None = None) -> GameFile:
    """The game that a text holds; `rules` are further rules by their ids.

    Raises ScriptError, NotationError, RuleError or YamlError, ManyErrors where there are several.
    """
    return game_from_node(read(text, file), file, rules)


def load_game(path: Path | str, rules: Mapping[str, Rule] | None = None) -> GameFile:
    """The game of a file (`-`: standard input). Raises what `read_game` does, and `file/…` if it can't be read."""
    return game_from_node(load(Path(path)), str(path), rules)


def game_from_node(node: Node, file: str, rules: Mapping[str, Rule] | None = None) -> GameFile:
    """The game of a YAML tree; raises as `read_game` does."""
    return GameReader(file, rules or {}).game(node)


class _Bounded(YamlReader):
    """Raises what was noted as soon as that is more than anyone will read."""

    def add(self, error: EleusisError) -> None:
        super().add(error)
        self.bound()

    def error(self, code: str, message: str, place: Place) -> None:
        super().error(code, message, place)
        self.bound()

    def bound(self) -> None:
        if len(self.errors) >= MAX_ERRORS:
            self.finish()


class GameReader:
    """Reads one game file, and keeps what is wrong with it."""

    def __init__(self, file: str, rules: Mapping[str, Rule]) -> None:
        self.reader = _Bounded(ScriptError, "script")
        self.file = file
        self.rules = rules
        self.players: tuple[str, ...] = ()
        self.seated = False
        """Whether these players can sit down together."""
        self.sound: set[int] = set()
        """The numbers of the rounds that can be dealt: nothing is wrong in them, nor with the seats."""

    @property
    def errors(self) -> list[EleusisError]:
        return self.reader.errors

    def game(self, node: Node) -> GameFile:
        """The game. Raises what is wrong with it, all at once."""
        found = self.read(node)
        self.reader.finish()
        assert found is not None, "a game file that is no map is an error"
        return found

    def read(self, node: Node) -> GameFile | None:
        """As much of the game as can be read; what is wrong stands in `errors`."""
        reader = self.reader
        top = reader.mapping(node, GAME_KEYS, "a game file")
        if top is None:
            return None
        self.version(top)
        self.players = self.names(reader.require(top, "players", "a game file"))
        variant = reader.require(top, "variant", "a game file")
        if variant is not None and not isinstance(variant, YamlMap):
            variant_text = reader.text(variant, "variant", longest=400)
        written = reader.require(top, "rounds", "a game file")
        # A growing file that was left before its first round ends with `rounds:`.
        rounds = None if written is None or is_null(written) else reader.sequence(written, "rounds")
        if rounds is not None and len(rounds) > MAX_ROUNDS:
            reader.error("range", f"more than {MAX_ROUNDS} rounds", rounds.place)
            rounds = None
        before = len(self.errors)
        seed = None if _absent(top, "seed") else reader.integer(top.get("seed"), "seed", -(10**17), 10**17)
        sound = len(self.errors) == before and self.seated
        scripts = []
        for number, one in enumerate(rounds or (), start=1):
            before = len(self.errors)
            scripts.append(self.round(one))
            if sound and len(self.errors) == before:
                self.sound.add(number)
        return GameFile(
            file=self.file,
            title=None if _absent(top, "title") else reader.text(top.get("title"), "title"),
            variant=variant if isinstance(variant, YamlMap) else (variant_text if variant else None) or "",
            variant_place=variant.place if variant else top.place,
            players=self.players,
            seats=self.seats(top.get("seats")),
            seed=seed,
            stopped=bool(reader.boolean(top.get("stopped"), "stopped", False)),
            rounds=tuple(scripts),
            expected=ExpectReader(reader, self.players).game(top.get("expect")),
        )

    def version(self, top: YamlMap) -> None:
        number = self.reader.require(top, "eleusis", "a game file")
        if number is not None and not (isinstance(number, Scalar) and number.text == "1"):
            message = "this program reads version 1 of the game file: eleusis: 1"
            self.reader.error("version", message, number.place)

    def names(self, node: Node | None) -> tuple[str, ...]:
        items = self.reader.sequence(node, "players")
        if items is None:
            return ()
        names = [self.reader.text(one, "a player's name") for one in items]
        known = [name for name in names if name is not None]
        if len(known) < len(names):
            return ()
        try:
            check_players(known)
            self.seated = True
        except EleusisError as error:
            self.reader.add(error.at(items.place))
        return tuple(dict.fromkeys(known))  # also after an error, so that the moves are looked at too

    def seats(self, node: Node | None) -> dict[str, str]:
        """Which bots sit there; what kinds there are is for the table to know."""
        entries = None if node is None or is_null(node) else self.reader.mapping(node, None, "seats")
        found = {}
        for seat, place, value in entries.items() if entries else ():
            kind = self.reader.text(value, f"the player for {quote(seat)}")
            if self.seat(seat, value, place) and kind is not None:
                found[seat] = kind
        return found

    def round(self, node: Node) -> RoundScript:
        reader = self.reader
        entry = reader.mapping(node, ROUND_KEYS, "a round")
        if entry is None:
            return RoundScript(node.place)
        dealer = None if _absent(entry, "dealer") else reader.text(entry.get("dealer"), "dealer")
        if dealer is not None:
            self.seat(dealer, entry.get("dealer"))
        rule_node = None if _absent(entry, "rule") else entry.get("rule")
        rule_ref, rule = self.rule(rule_node)
        hands, unknown = self.hands(entry.get("hands"))
        starter = None if _absent(entry, "starter") else read_cards(reader, entry.get("starter"), "starter")
        if starter and UNKNOWN in starter:
            reader.error("unknown-card", "a starter lies face up: it can't be ??", entry.key_place("starter"))
        return RoundScript(
            place=node.place,
            dealer=dealer,
            rule_ref=rule_ref,
            rule=rule,
            hint=None if _absent(entry, "hint") else reader.text(entry.get("hint"), "hint"),
            starter=starter,
            hands=hands,
            unknown=unknown,
            stock=() if _absent(entry, "stock") else read_cards(reader, entry.get("stock"), "stock") or (),
            lines=self.moves(entry.get("moves")),
            expected=ExpectReader(reader, self.players).round(entry.get("expect")),
            given=_card_texts(entry),
        )

    def seat(self, name: str, node: Node | None, place: Place | None = None) -> bool:
        if name in self.players:
            return True
        if self.players:
            where = place or (node.place if node is not None else Place(self.file))
            hint = did_you_mean(name, self.players)
            self.reader.error("no-such-seat", f"nobody at the table is called {quote(name)}{hint}", where)
        return False

    def rule(self, node: Node | None) -> tuple[str | None, Rule | None]:
        if node is None:
            return None, None
        try:
            rule = rule_from_node(node, self.rules)
        except EleusisError as error:
            self.reader.add(error)
            return None, None
        return (node.text.strip() if isinstance(node, Scalar) else rule.text), rule

    def hands(self, node: Node | None) -> tuple[dict[str, tuple[Card, ...]], bool]:
        if node is None or is_null(node):
            return {}, False
        if isinstance(node, Scalar):
            if node.text != "unknown":
                message = f"hands must be a map of seats to cards, or unknown, not {quote(node.text)}"
                self.reader.error("type", message, node.place)
            return {}, node.text == "unknown"
        entries = self.reader.mapping(node, None, "hands")
        found = {}
        for seat, place, value in entries.items() if entries else ():
            hand = read_cards(self.reader, value, f"the hand of {quote(seat)}")
            if self.seat(seat, value, place) and hand is not None:
                found[seat] = hand
        return found, False

    def moves(self, node: Node | None) -> tuple[FileLine, ...]:
        if node is None or is_null(node):
            return ()
        scalar = self.reader.scalar(node, "moves")
        if scalar is None or not self.players:
            return ()
        found = []
        for text, place in scalar.lines():
            try:
                line = read_line(text, self.players, place)
            except EleusisError as error:
                self.reader.add(error)
                continue
            if line is not None:
                found.append(line)
        return tuple(found)


def _card_texts(entry: YamlMap) -> tuple[Node, ...]:
    """The nodes of a round that cards are given in, in the order of the file."""
    texts: list[Node] = []
    for key, _, node in entry.items():
        if key in ("starter", "stock"):
            texts.append(node)
        elif key == "hands" and isinstance(node, YamlMap):
            texts.extend(hand for _, _, hand in node.items())
    return tuple(texts)


def _absent(mapping: YamlMap, key: str) -> bool:
    """Whether a key is not there, or null where that says the same."""
    node = mapping.get(key)
    return node is None or is_null(node)
