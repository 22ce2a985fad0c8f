"""One person alone: a bot that deals sits down with them, and the daily puzzle is laid before them."""

from __future__ import annotations
