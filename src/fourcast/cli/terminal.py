"""Games in the terminal between the same two players: their moves and commands, and the results."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic
from typing import Final

from rich.text import Text

from fourcast.algorithms import Score, SearchResult
from fourcast.analysis import analyse
from fourcast.cli.game_record import GameRecorder, score_text
from fourcast.cli.screen import Left, Screen, how_to_move, new_file
from fourcast.cli.thinking import Thought
from fourcast.errors import IllegalMove, UsageError, quote
from fourcast.play import SEED_STEP, Agent, Game, Reply, outcome_to_json, parse_agent
from fourcast.rules import FIRST, SECOND, SIGNS, Ending, Move, Player, Ply, PopRule, board_text, other, parse_move
from fourcast.solver import BOOK
from fourcast.store import MoveNote
from fourcast.text import count_of, duration, ending_sentence, ply_sentence, rules_about, value_text
from fourcast.trace import record

PERSON: Final = "person"
KEYS: Final = (
    "u undo, r redo, h hint, s save, x resign, n new game, l SPEC another opponent (such as l level5), "
    "b best scores, t tree of the last reply, q quit, ? help"
)
INTERRUPT_KEYS: Final = "m move now, g go on, l SPEC another agent, n new game, s save, q quit"
WATCHING: Final = "Two agents play. Ctrl-C interrupts a search, to change an agent, to save or to quit."
HINT_S: Final = 2.0
"""Seconds of the analysis for a hint."""


class _Restarted(Exception):
    """The player wants a new game."""


class TerminalGame:
    """Games between the same two players, who take turns to begin, until the player quits."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        agents: Sequence[Agent | None],
        *,
        rng: Random,
        recorder: GameRecorder,
        save_to: Path | None = None,
        pace: float = 0.0,
        seed: int | None = None,
    ) -> None:
        """`pace` is the minimum number of seconds per move when two agents play; `seed` is for agents that join."""
        self._screen, self._say, self._log = screen, screen.say, screen.log
        self._game = game
        self._agents = list(agents)
        self._rng = rng
        self._save_to = save_to
        self._saved: tuple[Ply, ...] | None = game.plies or None  # a game that has moves was read from a file
        self._recorder = recorder
        self._pace = pace
        self._seed = seed
        self._swapped = False
        """Whether the second of the two players, as they were given, has the first move."""
        self._results: dict[Player | None, int] = {FIRST: 0, SECOND: 0, None: 0}
        """Wins of the players as they were given, and draws."""
        self._is_counted = False
        """Whether the end of this game is among them, or will be: not if it was over when it was resumed."""
        self._move_start = monotonic()
        self._replies: dict[int, tuple[Agent, SearchResult | None]] = {}
        """Agents and their results, by ply."""

    def run(self) -> None:
        rules = self._game.rules
        try:
            self._screen.console.print(Text.assemble((str(rules), "bold"), f": {rules_about(rules)}"), soft_wrap=True)
            self._say(WATCHING if all(self._agents) else f"{how_to_move(rules)}\nOther keys: {KEYS}.")
            self._begin()
            while True:
                try:
                    self._play_to_the_end()
                    if self._wants_another():
                        self._begin_another(swapped=not self._swapped)
                except _Restarted:
                    self._begin_another(swapped=self._swapped)
        except (Left, KeyboardInterrupt):
            self._leave()

    def _begin_another(self, *, swapped: bool) -> None:
        """Begin another game of the same players."""
        step = 1 if swapped == self._swapped else -1
        game = self._game
        self._game = Game(game.rules, start=game.start, names=game.names[::step], agents=game.agents[::step])
        self._agents, self._swapped = self._agents[::step], swapped
        self._save_to, self._saved, self._replies = None, None, {}
        self._recorder.begin(self._game)
        self._begin()

    # One game

    def _begin(self) -> None:
        game = self._game
        self._log("start", rules=str(game.rules), names=list(game.names), board=board_text(game.position).split("\n"))
        self._show()

    def _play_to_the_end(self) -> None:
        self._is_counted = self._game.outcome is None
        while not (outcome := self._game.outcome):
            self._move_start = monotonic()
            if agent := self._agents[self._game.turn]:
                self._reply(agent)
                continue
            sign = self._screen.sign(self._game.turn)
            answer = self._screen.ask(Text.assemble(sign, f" {self._names[self._game.turn]}: "))
            try:
                self._person_acts(answer)
            except UsageError as fault:
                self._say(str(fault))
        self._say(ending_sentence(self._game.position, outcome, self._names), "bold")
        self._log("end", outcome=outcome_to_json(outcome))
        if self._is_counted:
            self._results[self._given(outcome.winner)] += 1
            self._say_results()

    def _given(self, player: Player | None) -> Player | None:
        """Which of the players as they were given plays a side."""
        return other(player) if player is not None and self._swapped else player

    def _say_results(self) -> None:
        """The results of this run and of all stored games, and the rank of a win."""
        names, rules = self._names[:: -1 if self._swapped else 1], str(self._game.rules)
        texts = [("Result", (self._results[FIRST], self._results[None], self._results[SECOND]))]
        stored = self._recorder.results(rules, names)
        if stored.total() > sum(self._results.values()):
            texts.append(("All games", (stored[names[0]], stored[None], stored[names[1]])))
        for title, (wins, draws, losses) in texts:
            self._say(f"{title}: {names[0]} {wins} – draws {draws} – {names[1]} {losses}")
        scores = self._recorder.high_scores(rules)
        for rank, score in enumerate(scores, start=1):
            if score.game == self._recorder.id:
                self._say(f"The best win of {score.name} on this board; rank {rank} of {len(scores)}.")

    def _wants_another(self) -> bool:
        """Whether to play again; False if the end of this game was taken back instead."""
        while True:
            match answer := self._screen.ask("Again? (y/n) ").lower():
                case "y" | "yes":
                    return True
                case "n" | "no" | "q" | "quit":
                    raise Left
                case "u" | "undo":
                    winner = self._game.winner
                    try:
                        self._undo()
                    except IllegalMove as fault:
                        self._say(str(fault))
                        continue
                    self._results[self._given(winner)] -= self._is_counted
                    return False
                case "s" | "save":
                    self._save()
                case "b" | "best":
                    self._say_scores()
                case _:
                    choices = "Type y to play again, n to quit, u to undo, s to save, b for the best scores."
                    self._say(f"Invalid answer {quote(answer, 40)}. {choices}")

    def _person_acts(self, answer: str) -> None:
        word, _, argument = answer.partition(" ")
        match word.lower(), argument.strip():
            case (("q" | "quit" | "exit"), ""):
                raise Left
            case (("u" | "undo"), ""):
                self._undo()
            case (("r" | "redo"), ""):
                self._redo()
            case (("s" | "save"), name):
                self._save(Path(name) if name else None)
            case (("x" | "resign"), ""):
                self._game.resign()
                self._store_game()
                self._log("resign", player=SIGNS[self._game.turn])
            case (("n" | "new" | "restart"), ""):
                raise _Restarted
            case (("l" | "level"), spec):
                self._change_agent(spec)
            case (("b" | "best" | "scores"), ""):
                self._say_scores()
            case (("t" | "tree"), ""):
                self._tree()
            case (("h" | "hint"), ""):
                self._hint()
            case (("?" | "help"), ""):
                self._say(f"{how_to_move(self._game.rules)}\n{KEYS}")
            case "", _:
                self._say(f"Type a move and press Enter. {how_to_move(self._game.rules)}")
            case _:
                self._play(parse_move(self._game.rules, answer))

    def _reply(self, agent: Agent) -> None:
        """Play an agent's move, and print its score and cost."""
        game, name = self._game, self._names[self._game.turn]
        try:
            reply = self._think(agent)
        except UsageError as fault:
            self._agents[game.turn] = None
            self._store_game(assisted=True)
            self._show()
            self._say(f"{fault} You play its moves from here; `u` takes back.")
            return
        if reply is None:
            return
        self._play(reply.move, reply)
        self._replies[len(game.plies) - 1] = (agent, reply.result)
        if game.plies[-1].landed is None:
            self._say(f"{ply_sentence(game.plies[-1], name)}.")
        if reply.remark:
            self._say(reply.remark)
        result = reply.result
        if result and result.depth:
            counts = MoveNote.of(result)
            all_nodes = f" ({counts.all_nodes:,} with all depths)" if counts.all_nodes else ""
            made = f", {count_of(counts.dropped, 'move')} made in the search" if counts.dropped else ""
            how = (
                f"Searched {count_of(result.depth, 'move')} ahead in {duration(result.seconds)}: "
                f"{count_of(counts.nodes or 0, 'node')}{all_nodes}{made}, {result.engine} engine"
            )
            how = "From the opening book" if result.engine == BOOK else how
            self._say(f"{how}; score {value_text(result.score.relative)}.", "dim")

    def _think(self, agent: Agent) -> Reply | None:
        """The reply of an agent. Ctrl-C asks what to do; None if the answer was something else than a move."""
        thought = Thought(agent, self._game)
        wait_until = monotonic() + (self._pace if all(self._agents) else 0.0)
        while True:
            try:
                with self._screen.console.status(Text(f"{self._names[self._game.turn]} is searching")):
                    reply = thought.wait()
                    while (left := wait_until - monotonic()) > 0:
                        Event().wait(left)
                return reply
            except KeyboardInterrupt:
                self._say("")
            try:
                answer = self._ask_after_interrupt()
            except (Left, KeyboardInterrupt):
                thought.stop()
                raise Left from None
            if answer == "m":
                self._store_game(assisted=True)
                thought.stop()
                wait_until = 0.0
            elif answer != "g":
                thought.stop()
                try:
                    self._person_acts(answer)
                except UsageError as fault:
                    self._say(str(fault))
                return None

    def _ask_after_interrupt(self) -> str:
        """What to do after Ctrl-C: m, g, or a command that ends the search."""
        while True:
            answer = self._screen.ask(f"{INTERRUPT_KEYS}: ")
            match answer.lower().partition(" ")[0]:
                case "m" | "move":
                    return "m"
                case "g" | "go" | "":
                    return "g"
                case "q" | "quit" | "exit":
                    raise Left
                case "s" | "save":
                    self._save()
                case "l" | "level" | "n" | "new" | "restart":
                    return answer
                case _:
                    self._say(f"Invalid answer {quote(answer, 40)}. Type one of the letters.")

    def _play(self, move: Move, reply: Reply | None = None) -> None:
        seconds = monotonic() - self._move_start
        game = self._game
        player, name = game.turn, self._names[game.turn]
        game.play(move, rng=self._rng)
        ply = game.plies[-1]
        self._log(
            "play",
            ply=len(game.plies),
            player=SIGNS[player],
            move=str(move),
            landed=None if ply.landed is None else ply.landed + 1,
            board=board_text(game.position).split("\n"),
            scores=list(game.position.scores),
            pops=list(game.position.pops) if game.rules.pop_rule is PopRule.LIMITED else None,
        )
        self._replies.pop(len(game.plies) - 1, None)
        self._recorder.save_move(seconds, reply)
        self._say_problem()
        if game.outcome or not self._agents[game.turn] or all(self._agents):  # else it is shown with the agent's reply
            self._show()
        if ply.landed is not None:
            self._say(f"{ply_sentence(ply, name)}.")

    # Commands

    def _change_agent(self, text: str) -> None:
        """Let another agent, or a person, play a side: `l level5`, or `l 1 level5` for the side that moves first."""
        number, _, spec = text.partition(" ")
        if number in ("1", "2"):
            player: Player = FIRST if number == "1" else SECOND
        else:
            spec, agents = text, [side for side in (FIRST, SECOND) if self._agents[side]]
            if len(agents) == 2:
                raise UsageError("Two agents play. Write l 1 SPEC for the first player, l 2 SPEC for the second.")
            player = agents[0] if agents else other(self._game.turn)
        if not spec.strip():
            raise UsageError("Write l and an agent, such as l level5 or l alphabeta,depth=6, or l person.")
        agent = None if spec.strip().lower() == PERSON else parse_agent(spec.strip())
        if agent:
            agent.check(self._game.rules)
        names, agents_texts = list(self._names), list(self._game.agents)
        names[player] = agent.name if agent else "You"
        agents_texts[player] = agent.text if agent else None
        if agent and agent.seed is None and self._seed is not None:
            agent = agent.with_seed(self._seed + SEED_STEP * player)
        self._agents[player] = agent
        self._results = {FIRST: 0, SECOND: 0, None: 0}
        self._recorder.change_players((names[0], names[1]), (agents_texts[0], agents_texts[1]))
        self._say_problem()
        self._log("level", player=SIGNS[player], agent=agents_texts[player])
        self._say(f"{names[player]} plays {self._screen.sign(player).plain} now.")

    def _say_scores(self) -> None:
        scores = self._recorder.high_scores(str(self._game.rules))
        self._say(score_text(scores))

    def _hint(self) -> None:
        """The best move of a short analysis, exact where that is solved in time."""
        with self._screen.console.status("Analysing"):
            *_, last = analyse(self._game.position, time=HINT_S)
        if last.best is None:
            raise UsageError("The analysis found no move in time. Choose a move yourself.")
        self._store_game(assisted=True)
        self._log("hint", move=str(last.best))
        score = last.moves[last.best].score
        value = "draw" if score == Score.exact(0) and score.is_exact else value_text(score)
        self._say(f"Hint: {last.best} ({value}).")

    def _store_game(self, *, assisted: bool = False) -> None:
        self._recorder.save(assisted=assisted)
        self._say_problem()

    def _say_problem(self) -> None:
        """What is wrong with the store, once."""
        if self._recorder.problem:
            self._say(self._recorder.problem)
            self._recorder.problem = ""

    def _show(self) -> None:
        is_person = not self._agents[self._game.turn]
        self._screen.show(self._game, self._recorder.seconds, is_person=is_person)

    @property
    def _names(self) -> tuple[str, str]:
        return self._game.names

    def _undo(self) -> None:
        """Take back the player's last move and the agent's reply."""
        game = self._game
        verdict, before = game.verdict, len(game.plies)
        if not verdict and not any(self._agents[position.turn] is None for position in game.positions[:-1]):
            raise IllegalMove("There is no move to take back.")
        game.undo()
        while not verdict and self._agents[game.turn]:
            game.undo()
        self._store_game(assisted=True)
        self._log("undo", ply=len(game.plies))
        self._show()
        what = "resignation" if verdict and verdict.ending is Ending.RESIGNATION else "verdict"
        moves = count_of(before - len(game.plies), "move")
        self._say(f"The {what} is taken back." if verdict else f"Taken back: {moves}.")

    def _redo(self) -> None:
        game, before = self._game, len(self._game.plies)
        game.redo()
        while game.undone and self._agents[game.turn]:
            game.redo()
        self._store_game()
        self._log("redo", ply=len(game.plies))
        self._show()
        self._say(f"Replayed: {count_of(len(game.plies) - before, 'move')}.")

    def _save(self, path: Path | None = None) -> None:
        if path and path.exists() and path != self._save_to:
            self._say(f"{path} already exists. Choose another file.")
            return
        path = path or self._save_to or new_file()
        try:
            self._game.save(path)
        except OSError as fault:
            self._say(f"Cannot save: {fault.strerror}. The game continues.")
            return
        self._save_to, self._saved = path, self._game.plies
        self._log("save", file=str(path))
        self._say(f"Saved. Continue it with: fourcast play --resume {shlex.quote(str(path))}")

    def _tree(self) -> None:
        """Write the tree of the agent's last reply."""
        ply = max((ply for ply in self._replies if ply < len(self._game.plies)), default=None)
        if ply is None:
            raise UsageError("There is no tree: no agent has searched yet.")
        position, (agent, result) = self._game.positions[ply], self._replies[ply]
        if agent.spec is None or result is None:
            raise UsageError(f"There is no tree: {agent.name} does not search a tree that could be written.")
        path = new_file("fourcast-tree", ".html")
        deepens = agent.spec.search_limit.deepens
        tree = record(position, agent.spec, max(1, result.depth), deepens=deepens, engine=agent.engine).tree()
        try:
            tree.save(path)
        except OSError as fault:
            raise UsageError(f"Cannot write a tree: {fault.strerror}.") from None
        self._log("tree", file=str(path))
        part = "" if tree.plies is None else f", recorded to {count_of(tree.plies, 'move')} from the root"
        what = "the search of the last depth" if deepens else "the search"
        self._say(f"Written: {path}: {what}, {tree.visited:,} nodes{part}. Open it in a browser.")

    def _leave(self) -> None:
        self._log("leave", ply=len(self._game.plies))
        self._say("")
        if self._game.plies and not self._game.outcome and self._saved != self._game.plies:
            if self._recorder.has_saved:
                self._say(f"The game is saved. Continue it with: fourcast play --resume {self._recorder.id}")
            else:
                self._save(new_file())
        self._say("Goodbye.")
