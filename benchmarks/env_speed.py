"""Steps a second of the vectorised environment with random play, on one core."""

from __future__ import annotations

from time import process_time

import numpy as np

from fourcast import envs

GAMES, STEPS = 1024, 500


def steps_per_second(rules: str, opponent: str | None) -> float:
    """With actions that NumPy draws from the masks, as a program of its own would."""
    env = envs.vector(rules, GAMES, opponent=opponent)
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    start = process_time()
    for _ in range(STEPS):
        masks = observations["action_mask"]
        observations, *_ = env.step((rng.random(masks.shape, np.float32) * masks).argmax(axis=1))
    return GAMES * STEPS / (process_time() - start)


if __name__ == "__main__":
    for rules, opponent in (("classic", None), *((rules, "random") for rules in ("classic", "drift", "popout"))):
        speed = steps_per_second(rules, opponent) / 1e6
        print(f"{rules}, opponent {opponent}: {speed:.1f} million steps a second")
