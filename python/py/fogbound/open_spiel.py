"""Games as OpenSpiel's Python games: `fogbound_kuhn`, `fogbound_trial` and so on, registered on import.

>>> import pyspiel
>>> import fogbound.open_spiel
>>> game = pyspiel.load_game("fogbound_goofspiel", {"setup": '{"cards": 4}'})
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 4)

How the two ways to see a game meet:

- Chance is explicit. An outcome's number is the game's own.
- Where several seats choose at once, OpenSpiel knows one kind of node for all players. A player who is not
  asked there has an empty list of legal actions, and 0 stands for its choice. Where one seat chooses, it is an
  ordinary turn.
- The information-state string tells apart exactly what the seat can tell apart: it is the key of its view,
  which has perfect recall. The observation tensor is the game's observation vector, which does not hold
  everything that a seat remembers; the information-state tensor is the player, this vector, and the 64 binary
  digits of the key.
- `setup` is the setup as JSON, and may name a `preset`. Since OpenSpiel writes parameters into one line with
  commas between them, `load` quotes it as in a URL; plain JSON is read, too.
- Each game that plans at once has a second form, `fogbound_trial_turns`, in which seats commit one after the
  other and none sees what the others did. Algorithms that know turns only take this one, or OpenSpiel's own
  conversion.
- States can be resampled from an information state (`resample_from_infostate`), which OpenSpiel's ISMCTS needs.
  What is drawn depends on what the player knows, and on nothing else. A resampled state has no history.
- OpenSpiel counts utilities for each player. Where a team has several players, each is paid the team's return,
  so that the sum is not constant even if the game is zero-sum between teams.
"""

import json
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt
import pyspiel

from fogbound._core import Game, Position, games, info, make

__all__ = ["FogboundGame", "FogboundObserver", "FogboundState", "load", "short_name"]

_MOST_OUTCOMES = 1 << 16
"""Outcomes of chance are numbers of 16 bits."""


def short_name(game: str, *, turns: bool = False) -> str:
    """Give the name that OpenSpiel knows a game by."""
    return f"fogbound_{game}{'_turns' if turns else ''}"


def load(game: str, *, turns: bool = False, preset: str | None = None, **setup: Any) -> "pyspiel.Game":
    """Load a game with a setup as `fogbound.make` takes it; with `turns`, its form in which seats commit in turn.

    >>> import fogbound
    >>> fogbound.open_spiel.load("goofspiel", preset="tiny").num_players()
    2
    """
    made = make(game, preset=preset, **setup)
    turns = turns and made.info()["plans_at_once"]
    return pyspiel.load_game(short_name(game, turns=turns), {"setup": quote(json.dumps(made.setup), safe="")})


def _game_type(about: dict[str, Any], turns: bool, players: list[int]) -> "pyspiel.GameType":
    """Describe a game as it is with one setup, or for registration, before there is one."""
    kind = pyspiel.GameType
    two_sides = max(players) == 2 and about["return_sum"] == 0
    at_once = about["plans_at_once"] and not turns
    return pyspiel.GameType(
        short_name=short_name(about["name"], turns=turns),
        long_name=f"Fogbound: {about['name']}{', in turns' if turns else ''}",
        dynamics=kind.Dynamics.SIMULTANEOUS if at_once else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if two_sides else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"setup": "{}"},
    )


class FogboundGame(pyspiel.Game):  # type: ignore[misc]
    """A game with one setup, as OpenSpiel sees it."""

    def __init__(self, name: str, turns: bool, params: dict[str, Any]) -> None:
        """Make the game ready. The setup is JSON."""
        try:
            setup = json.loads(unquote(params.get("setup", "{}")))
        except json.JSONDecodeError as error:
            raise ValueError(f"setup is not JSON: {error}") from error
        self.rules: Game = Game(name, setup)
        self.about: dict[str, Any] = self.rules.info()
        low, high = self.about["returns"]
        players = len(self.about["seats"])
        # Which sums a game has depends on its seats, and so on the setup.
        game_type = _game_type(self.about, turns, [players])
        self.turns: bool = game_type.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        constant = players == 2 and self.about["return_sum"] is not None
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.about["actions"],
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=players,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=float(self.about["return_sum"]) if constant else None,
            max_game_length=self.about["longest"] * (players if self.turns else 1),
        )
        super().__init__(game_type, game_info, params)

    def new_initial_state(self, *_: Any) -> "FogboundState":
        """Give the state before the first move."""
        return FogboundState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "FogboundObserver":
        """Make an observer: information states with perfect recall, the observation vector without."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return FogboundObserver(self, kind, params)


class FogboundState(pyspiel.State):  # type: ignore[misc]
    """A state of a game, with everything open."""

    def __init__(self, game: FogboundGame, position: Position | None = None) -> None:
        """Begin a game, or go on from a position."""
        super().__init__(game)
        self.position: Position = position or game.rules.position()
        self._players = len(game.about["seats"])
        self._turns = game.turns
        # Choices of seats that commit in turn, until the last of them has.
        self._commits: dict[int, int] = {}

    def current_player(self) -> int:
        """Say who decides."""
        acting = [seat for seat in self.position.acting if seat not in self._commits]
        if len(acting) == 1 or (acting and self._turns):
            return acting[0]
        if acting:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        chance = self.position.is_chance
        return int(pyspiel.PlayerId.CHANCE if chance else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        if self._turns and player != self.current_player():
            return []
        return self.position.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the ways in which chance can fall, with their probabilities."""
        outcomes = self.position.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        acting = self.position.acting
        if not acting:
            self.position.fall(action)
            return
        self._commits[self.current_player()] = action
        if len(self._commits) == len(acting):
            self.position.apply(self._commits)
            self._commits = {}

    def _apply_actions(self, actions: list[int]) -> None:
        self.position.apply({seat: actions[seat] for seat in self.position.acting})

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"falls {action}"
        return self.position.perspective(player).action_text(action)

    def resample_from_infostate(self, player: int, sampler: Any) -> "FogboundState":
        """Draw a state that the player cannot tell from this one. `sampler` gives numbers from 0 to 1."""
        rng = np.random.default_rng([int(sampler() * (1 << 53)) for _ in range(2)])
        dealt = FogboundState(self.get_game(), self.position.perspective(player).deal(int(rng.integers(2**63))))
        # Who has committed before the player is known, but not what.
        dealt._commits = {seat: int(rng.choice(dealt.position.legal(seat))) for seat in self._commits}
        return dealt

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Give what each player is paid; nothing before the end."""
        return self.position.returns or [0.0] * self._players

    def __str__(self) -> str:
        """Give all seats' views, for people."""
        views = (self.position.perspective(seat).view_text() for seat in range(self._players))
        return "\n\n".join([*views, f"committed: {sorted(self._commits)}"])


class FogboundObserver:
    """What one player observes, as OpenSpiel asks for it."""

    def __init__(self, game: FogboundGame, kind: Any, params: Any) -> None:
        """Make room for the tensor."""
        if params:
            raise ValueError(f"observers take no parameters, but got {params}")
        self._recalls = kind.perfect_recall
        parts = {"observation": game.about["observation"]}
        if self._recalls:
            parts = {"player": len(game.about["seats"]), **parts, "key": 64}
        # A tensor shows what the player knows in private and in public; there is none of less.
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: npt.NDArray[np.float32] | None = np.zeros(sum(parts.values()), np.float32) if whole else None
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            ends = np.cumsum(list(parts.values()))[:-1]
            self.dict = dict(zip(parts, np.split(self.tensor, ends), strict=True))

    def set_from(self, state: FogboundState, player: int) -> None:
        """Write the tensor."""
        if self.tensor is None:
            return
        seen = state.position.perspective(player)
        self.dict["observation"][:] = seen.observe()
        if self._recalls:
            self.dict["player"][:] = np.arange(len(self.dict["player"])) == player
            self.dict["key"][:] = np.uint64(seen.key) >> np.arange(64, dtype=np.uint64) & np.uint64(1)

    def string_from(self, state: FogboundState, player: int) -> str:
        """Give the key of what the player knows, or its view in words."""
        seen = state.position.perspective(player)
        return f"player {player}, key {seen.key:016x}" if self._recalls else seen.view_text()


def _class_of(name: str, turns: bool) -> type[FogboundGame]:
    """Make the class of one game. OpenSpiel lets go of it when the interpreter is gone already, which only a
    class survives: a function would end the process with an error."""

    def construct(self: FogboundGame, params: dict[str, Any] | None = None) -> None:
        FogboundGame.__init__(self, name, turns, params or {})

    return type(short_name(name, turns=turns), (FogboundGame,), {"__init__": construct})


def _register() -> None:
    known = set(pyspiel.registered_names())
    for name in games():
        about = info(name)
        players = [len(info(name, setup)["seats"]) for setup in about["presets"].values()]
        for turns in (False, True) if about["plans_at_once"] else (False,):
            game_type = _game_type(about, turns, players)
            if game_type.short_name not in known:
                pyspiel.register_game(game_type, _class_of(name, turns))


_register()
