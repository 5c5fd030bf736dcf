"""Sentences and number formats that the terminal, the page and the drawings share."""

from fourcast.text.numbers import count_of, duration, join_words, signed
from fourcast.text.outcomes import (
    PLAYERS,
    ending_sentence,
    ending_title,
    outcome_detail,
    outcome_headline,
    outcome_sentence,
    ply_sentence,
    score_sentence,
    state_sentence,
    value_text,
)
from fourcast.text.rule_sheet import RuleSection, how_won, rules_about, rules_sheet
from fourcast.text.rules import rules_caption, rules_title, size_text, unavailable_reason, variant_title

__all__ = [
    "PLAYERS",
    "RuleSection",
    "count_of",
    "duration",
    "ending_sentence",
    "ending_title",
    "how_won",
    "join_words",
    "outcome_detail",
    "outcome_headline",
    "outcome_sentence",
    "ply_sentence",
    "rules_about",
    "rules_caption",
    "rules_sheet",
    "rules_title",
    "score_sentence",
    "signed",
    "size_text",
    "state_sentence",
    "unavailable_reason",
    "value_text",
    "variant_title",
]
