"""What is said about a position or a game, in whole sentences."""

from __future__ import annotations

from fourcast.rules import FIRST, SECOND, Ending, Goal, Outcome, PopRule, Position


def outcome_sentence(outcome: Outcome, goal: Goal, names: tuple[str, str]) -> str:
    """How it ended."""
    if outcome.winner is None:
        return {
            Ending.REPETITION: "Draw. The position stands for the third time.",
            Ending.NO_ACTION: f"Draw, {_score(outcome.scores, goal)}.",
            Ending.FULL_BOARD: "Draw. The board is full."
            if goal is Goal.FIRST_LINE
            else f"Draw, {_score(outcome.scores, goal)}.",
        }.get(outcome.ending, "Draw.")
    winner, loser = names[outcome.winner], names[1 - outcome.winner]
    match outcome.ending:
        case Ending.RESIGNATION:
            return f"{loser} resigned. {winner} wins."
        case Ending.TIME:
            return f"{loser} ran out of time. {winner} wins."
        case Ending.LINE:
            return f"{winner} wins with a line."
        case _:
            own, others = outcome.scores[outcome.winner], outcome.scores[1 - outcome.winner]
            return f"{winner} wins, {_score((own, others), goal)}."


def score_sentence(position: Position, names: tuple[str, str]) -> str | None:
    """The score so far, where the goal counts something, and the pop-outs left, where they are limited."""
    parts = []
    if position.rules.goal is not Goal.FIRST_LINE:
        unit = "Lines" if position.rules.goal is Goal.MOST_LINES else "Points"
        first, second = position.scores()
        parts.append(f"{unit}: {names[FIRST]} {first}, {names[SECOND]} {second}.")
    if position.rules.pop_rule is PopRule.LIMITED:
        parts.append(f"Pop-outs left: {names[FIRST]} {position.pops[FIRST]}, {names[SECOND]} {position.pops[SECOND]}.")
    return " ".join(parts) or None


def state_sentence(position: Position, outcome: Outcome | None, names: tuple[str, str]) -> str:
    """How it ended or whose turn it is, with the score where there is one."""
    if outcome:
        return outcome_sentence(outcome, position.rules.goal, names)
    score = score_sentence(position, names)
    turn = f"{names[position.turn]} to move."
    return f"{turn} {score}" if score else turn


def _score(scores: tuple[int, int], goal: Goal) -> str:
    unit = "line" if goal is Goal.MOST_LINES else "point"
    return f"{scores[0]} {unit}{'' if scores[0] == 1 else 's'} to {scores[1]}"
