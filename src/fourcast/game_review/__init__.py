"""The review of a game: what every move did to its exact value, and what should have been played."""

from fourcast.game_review.move_review import Mark as Mark
from fourcast.game_review.move_review import MoveReview as MoveReview
from fourcast.game_review.report import Review as Review
from fourcast.game_review.solving import DEFAULT_TIME as DEFAULT_TIME
from fourcast.game_review.solving import review as review
