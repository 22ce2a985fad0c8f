"""Environments to train agents in: `eleusis/Solo-v0` for Gymnasium, `aec` for PettingZoo (extra `envs`).

Importing this registers `eleusis/Solo-v0`; without it, `gymnasium.make("eleusis.envs:eleusis/Solo-v0")` does both.
Importing `eleusis.envs.openspiel` registers a game for OpenSpiel.
"""

from __future__ import annotations

try:
    import gymnasium
    import pettingzoo  # noqa: F401  # asked for first, so that what is missing is told once
except ModuleNotFoundError as error:
    message = f"{error}: the environments come with an extra, pip install 'eleusis[envs]'"
    raise ModuleNotFoundError(message, name=error.name) from None

from eleusis.envs.solo import SoloEnv
from eleusis.envs.table_env import TableEnv, aec
from eleusis.envs.vector import SoloVectorEnv

__all__ = ["SOLO", "SoloEnv", "SoloVectorEnv", "TableEnv", "aec"]

SOLO = "eleusis/Solo-v0"
"""The id of the environment for one agent."""

if SOLO not in gymnasium.registry:
    gymnasium.register(
        SOLO, entry_point="eleusis.envs.solo:SoloEnv", vector_entry_point="eleusis.envs.vector:SoloVectorEnv"
    )
