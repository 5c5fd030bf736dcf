"""Sentences and number formats that the terminal, the page and the drawings share."""

from fourcast.text.numbers import count_of as count_of
from fourcast.text.numbers import duration as duration
from fourcast.text.numbers import join_words as join_words
from fourcast.text.numbers import signed as signed
from fourcast.text.outcomes import HIGH_SCORE_ORDER as HIGH_SCORE_ORDER
from fourcast.text.outcomes import PLAYERS as PLAYERS
from fourcast.text.outcomes import ending_sentence as ending_sentence
from fourcast.text.outcomes import ending_title as ending_title
from fourcast.text.outcomes import outcome_detail as outcome_detail
from fourcast.text.outcomes import outcome_headline as outcome_headline
from fourcast.text.outcomes import outcome_sentence as outcome_sentence
from fourcast.text.outcomes import ply_sentence as ply_sentence
from fourcast.text.outcomes import score_sentence as score_sentence
from fourcast.text.outcomes import state_sentence as state_sentence
from fourcast.text.outcomes import value_text as value_text
from fourcast.text.outcomes import win_text as win_text
from fourcast.text.rule_sheet import RuleSection as RuleSection
from fourcast.text.rule_sheet import how_won as how_won
from fourcast.text.rule_sheet import rules_about as rules_about
from fourcast.text.rule_sheet import rules_sheet as rules_sheet
from fourcast.text.rules import rules_caption as rules_caption
from fourcast.text.rules import rules_title as rules_title
from fourcast.text.rules import size_text as size_text
from fourcast.text.rules import unavailable_reason as unavailable_reason
from fourcast.text.rules import variant_title as variant_title
