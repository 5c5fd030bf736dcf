"""Environments for reinforcement learning: PettingZoo, Gymnasium and vectorised; OpenSpiel is in `envs.openspiel`.

Importing this package registers the environment `Fourcast-v0` with Gymnasium and with PettingZoo, where they are
installed: `pip install 'fourcast[envs]'`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from fourcast.errors import missing_packages

if TYPE_CHECKING:
    from fourcast.envs.aec_env import FourcastAEC as FourcastAEC
    from fourcast.envs.aec_env import aec as aec
    from fourcast.envs.rewards import Reward as Reward
    from fourcast.envs.single_env import FourcastEnv as FourcastEnv
    from fourcast.envs.vector_env import FourcastVectorEnv as FourcastVectorEnv
    from fourcast.envs.vector_env import vector as vector

ENV_ID: Final = "Fourcast-v0"
_MODULES: Final = {
    "FourcastAEC": "aec_env",
    "aec": "aec_env",
    "Reward": "rewards",
    "FourcastEnv": "single_env",
    "FourcastVectorEnv": "vector_env",
    "vector": "vector_env",
}
__all__ = ["ENV_ID", "FourcastAEC", "FourcastEnv", "FourcastVectorEnv", "Reward", "aec", "vector"]


def _register() -> None:
    if find_spec("gymnasium"):
        import gymnasium

        if ENV_ID not in gymnasium.registry:
            gymnasium.register(ENV_ID, "fourcast.envs.single_env:FourcastEnv")
    if find_spec("pettingzoo"):
        import pettingzoo

        registry = getattr(pettingzoo, "aec_registry", None)  # None before 1.27, which users of Gymnasium may have
        if registry is not None and ENV_ID not in registry:
            pettingzoo.register("aec", ENV_ID, "fourcast.envs.aec_env:aec")


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"fourcast.envs has no attribute {name!r}.")
    try:
        module = import_module(f"fourcast.envs.{_MODULES[name]}")
    except ModuleNotFoundError as error:
        if error.name not in ("gymnasium", "pettingzoo"):
            raise
        sentence = missing_packages(f"fourcast.envs.{name}", error.name, "envs")
        raise ModuleNotFoundError(sentence, name=error.name) from None
    globals()[name] = value = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_register()
