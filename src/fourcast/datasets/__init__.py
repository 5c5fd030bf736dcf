"""Positions with exact values: datasets, opening books, and the accuracy of agents."""

from fourcast.datasets.accuracy import (
    COUNT,
    LADDER,
    PHASES,
    TIMES,
    Accuracy,
    SolvedPosition,
    accuracies,
    find_positions,
    move_values,
    results,
    tasks_for,
)
from fourcast.datasets.accuracy_chart import accuracy_chart, phase_name, time_name
from fourcast.datasets.book import plan_book
from fourcast.datasets.labels import BLOCK, CHECKS, SUFFIXES, DatasetFile, dataset, ledger_beside
from fourcast.datasets.positions import (
    SEED,
    draw,
    moves_text,
    random_line,
    random_positions,
    random_quiet_game,
    winning_moves,
)
from fourcast.datasets.table_file import csv_text, parquet_unsupported_reason, read_table, write_table

__all__ = [
    "BLOCK",
    "CHECKS",
    "COUNT",
    "LADDER",
    "PHASES",
    "SEED",
    "SUFFIXES",
    "TIMES",
    "Accuracy",
    "DatasetFile",
    "SolvedPosition",
    "accuracies",
    "accuracy_chart",
    "csv_text",
    "dataset",
    "draw",
    "find_positions",
    "ledger_beside",
    "move_values",
    "moves_text",
    "parquet_unsupported_reason",
    "phase_name",
    "plan_book",
    "random_line",
    "random_positions",
    "random_quiet_game",
    "read_table",
    "results",
    "tasks_for",
    "time_name",
    "winning_moves",
    "write_table",
]
