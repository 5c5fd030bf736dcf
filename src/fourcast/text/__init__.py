"""Sentences and number formats that the terminal, the page and the drawings share."""

from fourcast.text.numbers import count_of, duration, join_words, number_word, signed
from fourcast.text.outcomes import (
    PLAYERS,
    count_text,
    ending_sentence,
    ending_title,
    margin_text,
    outcome_detail,
    outcome_headline,
    outcome_sentence,
    ply_sentence,
    score_sentence,
    score_text,
    state_sentence,
    value_text,
    wins_text,
)
from fourcast.text.rules import how_won, rules_caption, rules_title, size_text, unavailable_reason, variant_title

__all__ = [
    "PLAYERS",
    "count_of",
    "count_text",
    "duration",
    "ending_sentence",
    "ending_title",
    "how_won",
    "join_words",
    "margin_text",
    "number_word",
    "outcome_detail",
    "outcome_headline",
    "outcome_sentence",
    "ply_sentence",
    "rules_caption",
    "rules_title",
    "score_sentence",
    "score_text",
    "signed",
    "size_text",
    "state_sentence",
    "unavailable_reason",
    "value_text",
    "variant_title",
    "wins_text",
]
