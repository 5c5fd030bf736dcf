"""Malformed experiments: whatever is in the file, it is read, or refused with a sentence."""

from __future__ import annotations

from random import Random

from support.malformed_text import COUNT, SEED, malformed

from fourcast.errors import UsageError
from fourcast.experiments import parse_experiment
from fourcast.experiments.spec import read_toml

SEEDS = (
    'asks = "Well?"\nvariants = ["classic", "drift"]\npositions = "44"\nways = "pvs/centre/table"\ndepths = "1-3"',
    'algorithms = ["minimax", "pvs"]\norders = "centre"\ntables = ["off", "on"]\nseconds = [0.1, 1]\nsolved = true',
    'variants = "tictactoe"\npositions = { count = 3, plies = "2-3", seed = 1 }\nnodes = 9\nengine = "python"',
    'depths = 2\nends = "sooner"\n[[part]]\nname = "one"\n[[part]]\ndepths = [1, 2]\n[show]\nacross = "width"',
    'evaluations = ["quadruplets", "line-counts"]\nnodes = 10\ngames = 2\nopenings = 1\nseed = 3\nrepeats = 2',
    'variants = "tictactoe"\nways = ["minimax", "random"]\nnodes = 10\ngames = 2\nopenings = 1',
)
ALPHABET = 'abcdefghilnoprstuvwx=[]{}",.-/\n 0123456789'


def test_a_bent_experiment_is_read_or_refused_with_a_sentence() -> None:
    read = 0
    said: list[str] = []
    for text in malformed(Random(SEED), SEEDS, ALPHABET, COUNT):
        try:
            parse_experiment(read_toml(text, source="bent.toml"), name="bent", source="bent.toml")
            read += 1
        except UsageError as fault:
            said.append(str(fault))
    assert read > COUNT // 100
    assert len(said) > COUNT // 10
    assert [sentence for sentence in said if "bent.toml" not in sentence or len(sentence) > 1000] == []
