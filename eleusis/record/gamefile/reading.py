"""Reading a game file: every error at once, each as file:line:column, inside `moves:` too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from eleusis.driving.dealing import check_players
from eleusis.game.moves import Guess, Hint, Judge, Undo
from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.chance import LARGEST_SEED
from eleusis.ground.errors import NOWHERE, EleusisError, Place, ScriptError, did_you_mean, quote
from eleusis.ground.yaml.parsing import Mapping as YamlMap
from eleusis.ground.yaml.parsing import Scalar, YamlNode, YamlReader, loading, read
from eleusis.ground.yaml.reader import GAME
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.expectations import ExpectReader
from eleusis.record.gamefile.given_cards import is_null, read_cards
from eleusis.record.gamefile.lines import FileLine, read_lines
from eleusis.secret.library import find_english, rule_from_node
from eleusis.secret.rule import Rule

GAME_KEYS = ("eleusis", "title", "variant", "players", "seats", "seed", "stopped", "rounds", "expect")
ROUND_KEYS = ("dealer", "rule", "hint", "starter", "set_aside", "turned_away", "hands", "stock", "moves", "expect")
MAX_ROUNDS = 1000
MAX_ERRORS = 50


def read_game(text: str, file: str = "<text>", rules: Mapping[str, Rule] | None = None) -> GameFile:
    """The game in a text; `rules` are more rules, by their ids.

    Raises ScriptError, NotationError, RuleError or YamlError, or ManyErrors for several.
    """
    return game_from_node(read(text, file), file, rules)


def load_game(path: Path | str, rules: Mapping[str, Rule] | None = None) -> GameFile:
    """The game of a file (`-`: standard input).

    Raises what `read_game` does; a file that can't be read is a YamlError: `file/missing` or another `file/…`.
    """
    with loading(Path(path)) as node:
        return game_from_node(node, str(path), rules)


def game_from_node(node: YamlNode, file: str, rules: Mapping[str, Rule] | None = None) -> GameFile:
    """The game of a YAML tree; raises as `read_game` does."""
    return GameReader(file, rules or {}).game(node)


class _Bounded(YamlReader):
    """Raises what was noted as soon as that is more than anyone will read."""

    def add(self, error: EleusisError) -> None:
        """Notes an error."""
        super().add(error)
        if len(self.errors) >= MAX_ERRORS:
            self.finish()


class GameReader:
    """Reads one game file, part by part, and keeps what is wrong with it in `errors`.

    What can't be read is left out of the game, and the parts after it are read all the same.
    """

    def __init__(self, file: str, rules: Mapping[str, Rule]) -> None:
        self.reader = _Bounded(ScriptError, "script")
        self.errors = self.reader.errors
        self.file = file
        self.rules = rules
        self.players: tuple[str, ...] = ()
        self.seated = False
        """Whether these players can sit down together."""
        self.sound: set[int] = set()
        """The numbers of the rounds that can be dealt: nothing is wrong in them, nor with seats and seed."""

    def game(self, node: YamlNode) -> GameFile:
        """The game. Raises what is wrong with it, all at once."""
        game = self.read(node)
        self.reader.finish()
        return game

    def read(self, node: YamlNode) -> GameFile:
        """As much of the game as can be read. Raises ScriptError where this is no game file at all."""
        reader = self.reader
        top = reader.document(node, GAME_KEYS, GAME)
        # The players come first: every other part names them.
        self.players = self._players(reader.require(top, "players", GAME))
        variant = reader.require(top, "variant", GAME)
        edition = variant if isinstance(variant, YamlMap) else reader.text(variant, "variant", longest=400) or ""
        entries = self._entries(reader.require(top, "rounds", GAME))
        before = len(self.errors)
        seed = reader.integer(_value_of(top, "seed"), "seed", -LARGEST_SEED, LARGEST_SEED)
        sound = self.seated and len(self.errors) == before
        rounds = []
        for number, entry in enumerate(entries, start=1):
            before = len(self.errors)
            rounds.append(self.round(entry))
            if sound and len(self.errors) == before:
                self.sound.add(number)
        return GameFile(
            file=self.file,
            title=reader.text(_value_of(top, "title"), "title"),
            variant=edition,
            variant_place=variant.place if variant else top.place,
            players=self.players,
            seats=self._seats(_value_of(top, "seats")),
            seed=seed,
            stopped=bool(reader.boolean(top.get("stopped"), "stopped")),
            rounds=tuple(rounds),
            expected=ExpectReader(reader, self.players).game(top.get("expect")),
        )

    def round(self, node: YamlNode) -> RoundScript:
        """One round; where it is no map, an empty one."""
        reader = self.reader
        entry = reader.mapping(node, ROUND_KEYS, "a round")
        if entry is None:
            return RoundScript(node.place)
        dealer = self._seat(_value_of(entry, "dealer"), "dealer")
        rule_ref, rule = self._rule(_value_of(entry, "rule"))
        lines = self._lines(_value_of(entry, "moves"))
        if rule is not None:
            self._check_guesses(lines)
        hands, unknown = self._hands(_value_of(entry, "hands"))
        starter = read_cards(reader, _value_of(entry, "starter"), "starter")
        if starter and UNKNOWN in starter:
            reader.error("unknown-card", "a starter is face up: it can't be ??", entry.key_place("starter"))
        return RoundScript(
            place=node.place,
            dealer=dealer,
            rule_ref=rule_ref,
            rule=rule,
            hint=reader.text(_value_of(entry, "hint"), "hint"),
            starter=starter,
            starter_place=NOWHERE if starter is None else entry.key_place("starter"),
            set_aside=self._before_starter(entry, "set_aside"),
            turned_away=self._before_starter(entry, "turned_away"),
            hands=hands,
            unknown=unknown,
            stock=read_cards(reader, _value_of(entry, "stock"), "stock") or (),
            lines=lines,
            expected=ExpectReader(reader, self.players).round(entry.get("expect")),
            given=_card_texts(entry),
        )

    # The parts of a game.

    def _players(self, node: YamlNode | None) -> tuple[str, ...]:
        """The players, each once; also those who can't sit down together, so that the moves are looked at too."""
        nodes = self.reader.sequence(node, "players")
        if nodes is None:
            return ()
        texts = [self.reader.text(name, "a player's name") for name in nodes]
        names = [text for text in texts if text is not None]
        if len(names) < len(nodes):
            return ()
        try:
            check_players(names)
            self.seated = True
        except EleusisError as error:
            self.reader.add(error.at(nodes.place))
        return tuple(dict.fromkeys(names))

    def _entries(self, node: YamlNode | None) -> Iterable[YamlNode]:
        """The entries of the rounds. A growing file that was left before its first round ends with `rounds:`."""
        nodes = None if node is None or is_null(node) else self.reader.sequence(node, "rounds")
        if nodes is not None and len(nodes) > MAX_ROUNDS:
            self.reader.error("range", f"more than {MAX_ROUNDS} rounds", nodes.place)
            return ()
        return nodes or ()

    def _seats(self, node: YamlNode | None) -> dict[str, str]:
        """Which bots sit there; what kinds there are is for the table to know."""
        entries = self.reader.mapping(node, None, "seats")
        kinds = {}
        for seat, place, value in entries.items() if entries else ():
            kind = self.reader.text(value, f"the player for {quote(seat)}")
            if self._is_seat(seat, place) and kind is not None:
                kinds[seat] = kind
        return kinds

    # The parts of a round.

    def _seat(self, node: YamlNode | None, what: str) -> str | None:
        """A player's name; also one that nobody has, which is an error."""
        name = self.reader.text(node, what)
        if node is not None and name is not None:
            self._is_seat(name, node.place)
        return name

    def _is_seat(self, name: str, place: Place) -> bool:
        if self.players and name not in self.players:
            hint = did_you_mean(name, self.players)
            self.reader.error("no-such-seat", f"nobody at the table is called {quote(name)}{hint}", place)
        return name in self.players

    def _rule(self, node: YamlNode | None) -> tuple[str | None, Rule | None]:
        """The rule as the file has it (an id, or its text), and what that means."""
        if node is None:
            return None, None
        try:
            rule = rule_from_node(node, self.rules)
        except EleusisError as error:
            self.reader.add(error)
            return None, None
        return (node.text.strip() if isinstance(node, Scalar) else rule.text), rule

    def _hands(self, node: YamlNode | None) -> tuple[dict[str, tuple[Card, ...]], bool]:
        """The hands that are given, and whether all are unknown."""
        if isinstance(node, Scalar):
            if node.text != "unknown":
                message = f"hands must be a map of seats to cards, or unknown, not {quote(node.text)}"
                self.reader.error("type", message, node.place)
            return {}, node.text == "unknown"
        entries = self.reader.mapping(node, None, "hands")
        hands = {}
        for seat, place, value in entries.items() if entries else ():
            hand = read_cards(self.reader, value, f"the hand of {quote(seat)}")
            if self._is_seat(seat, place) and hand is not None:
                hands[seat] = hand
        return hands, False

    def _before_starter(self, entry: YamlMap, key: str) -> tuple[Card, ...]:
        """Cards that were turned before the starter: `set_aside`, or `turned_away`."""
        turned = read_cards(self.reader, _value_of(entry, key), key) or ()
        how = key.replace("_", " ")
        if UNKNOWN in turned:
            message = f"a card that was {how} has been seen: it can't be ??"
            self.reader.error("unknown-card", message, entry.key_place(key))
        if turned and _value_of(entry, "starter") is None:
            message = f"cards were {how}, and the starter that came after them is not given"
            self.reader.error("no-starter", message, entry.key_place(key))
        return turned

    def _lines(self, node: YamlNode | None) -> tuple[FileLine, ...]:
        """The lines of play; none are read where it is not known who plays."""
        block = self.reader.scalar(node, "moves")
        if block is None or not self.players:
            return ()
        return read_lines(block.lines(), self.players, self.reader.add)

    def _check_guesses(self, lines: Sequence[FileLine]) -> None:
        """Note the guesses in English that no line judges or takes back, hints aside: a rule can't judge them."""
        made = [line for line in lines if not isinstance(line.move, Hint)]
        for line, following in zip(made, [*made[1:], None], strict=False):
            if not isinstance(line.move, Guess) or (following and isinstance(following.move, Judge | Undo)):
                continue
            if english := find_english(line.move.rule, self.rules):
                self.reader.add(english.at(line.place))


def _value_of(mapping: YamlMap, key: str) -> YamlNode | None:
    """The value of a key; None where it is not there, or null, which says the same."""
    node = mapping.get(key)
    return None if node is None or is_null(node) else node


def _card_texts(entry: YamlMap) -> tuple[YamlNode, ...]:
    """The nodes of a round that cards are given in, in the order of the file."""
    texts: list[YamlNode] = []
    for key, _, node in entry.items():
        if key in ("starter", "set_aside", "turned_away", "stock"):
            texts.append(node)
        elif key == "hands" and isinstance(node, YamlMap):
            texts.extend(hand for _, _, hand in node.items())
    return tuple(texts)
