"""The rules of an edition in words, made from the edition alone: for prompts, assistants, people."""

from eleusis.words.rulebook.chapters import Chapter, tell_rules
from eleusis.words.rulebook.notation import tell_notation
from eleusis.words.rulebook.rule_words import tell_rule_language
from eleusis.words.rulebook.wrapping import write_chapters

__all__ = ["Chapter", "tell_notation", "tell_rule_language", "tell_rules", "write_chapters"]
