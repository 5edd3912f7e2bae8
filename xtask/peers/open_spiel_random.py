"""Random play in OpenSpiel, measured: the other side of `cargo xtask bench`.

Prints one JSON object with decisions per second of CPU time, on one thread, every choice uniformly random.
A decision is a choice of one player or an outcome of chance; where two players choose at once, there are two.

There are two figures:

- "python": the loop that a Python user writes over pyspiel's states. It includes the crossing between Python
  and C++ at each call, and Python's own random numbers.
- "cpp": whole games inside OpenSpiel's C++, of which Python only starts batches or single games. There is no
  binding for a bare loop of random games, so each of the following is measured and the fastest counts:
  - "rollouts": MCTSBot with one simulation and RandomRolloutEvaluator. That is one call which clones the
    state and plays it to the end N times, plus the making of one tree node, which is nothing against N games.
    The bot cannot start at a chance node (it crashes when it backs values up), so a rollout starts after the
    first chance nodes, and what came before counts neither as decisions nor as time. It takes turn-based
    games only, so a game of simultaneous choices is turned into a turn-based one first.
  - "bots": evaluate_bots with two uniform random bots in C++: one call from Python for each game. It includes
    the seeding of a generator for each game, and takes games of simultaneous choices as they are.

Neither asks for observations: that is random play at its fastest, on both sides of the comparison.
"""

import argparse
import json
import random
import time
from importlib.metadata import version

import pyspiel

# Enough for the clock to be exact, little enough for a batch to end near its time.
BATCH_SECONDS = 0.05
CHANCE = pyspiel.PlayerId.CHANCE
SIMULTANEOUS = pyspiel.PlayerId.SIMULTANEOUS


def check_chance_is_uniform(game, games):
    """The loop below picks chance outcomes uniformly, which is right only if they are."""
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                if max(p for _, p in outcomes) - min(p for _, p in outcomes) > 1e-9:
                    raise SystemExit(f"{game}: chance is not uniform here")
                state.apply_action(random.choice(outcomes)[0])
            elif state.is_simultaneous_node():
                players = range(game.num_players())
                state.apply_actions([random.choice(state.legal_actions(p)) for p in players])
            else:
                state.apply_action(random.choice(state.legal_actions()))


def play_out(state, players, uniform=random.random):
    """Plays a state to the end and returns the number of decisions."""
    decisions = 0
    while True:
        player = state.current_player()
        if player >= 0:
            actions = state.legal_actions()
            state.apply_action(actions[int(uniform() * len(actions))])
            decisions += 1
        elif player == CHANCE:
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(uniform() * len(outcomes))][0])
            decisions += 1
        elif player == SIMULTANEOUS:
            joint = []
            for one in players:
                actions = state.legal_actions(one)
                joint.append(actions[int(uniform() * len(actions))])
            state.apply_actions(joint)
            decisions += len(joint)
        else:
            return decisions


def first_choice(game):
    """A state at which the first player chooses: what chance does before that is done."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])
    return state


def python_speed(game, seconds):
    """Decisions per second of the loop in Python."""
    players = range(game.num_players())
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(20):
            decisions += play_out(game.new_initial_state(), players)
    return decisions / (time.process_time() - start)


def mean_decisions(game, make_state, games=4000):
    """The mean number of decisions from a state to the end."""
    players = range(game.num_players())
    return sum(play_out(make_state(), players) for _ in range(games)) / games


def rollout_speed(game, seconds, seed):
    """Decisions per second of rollouts in C++, from the first choice of a player."""
    mean = mean_decisions(game, lambda: first_choice(game))

    def timed(count, seed):
        evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, seed, False)
        state = first_choice(game)
        start = time.process_time()
        bot.mcts_search(state)
        return time.process_time() - start

    count = 100
    while (spent := timed(count, seed)) < BATCH_SECONDS:
        count *= 2
    rollouts, total = count, spent
    while total < seconds:
        seed += 1
        rollouts, total = rollouts + count, total + timed(count, seed)
    return rollouts * mean / total


def bot_speed(game, seconds, seed):
    """Decisions per second of games between two bots in C++."""
    mean = mean_decisions(game, game.new_initial_state)
    bots = [pyspiel.make_uniform_random_bot(p, seed + p) for p in range(game.num_players())]
    games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + games)
            games += 1
    return games * mean / (time.process_time() - start)


def main():
    """Measures one game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", required=True, help="as OpenSpiel writes it, for example leduc_poker")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each of the two figures")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    random.seed(options.seed)
    game = pyspiel.load_game(options.game)
    forms = {"": game}
    turn_based = game
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        turn_based = pyspiel.convert_to_turn_based(game)
        forms = {"simultaneous": game, "turn-based": turn_based}
    for form in forms.values():
        check_chance_is_uniform(form, 200)

    share = options.seconds / len(forms)
    python = {f"loop {name}".strip(): python_speed(form, share) for name, form in forms.items()}
    share = options.seconds / (1 + len(forms))
    cpp = {"rollouts": rollout_speed(turn_based, share, options.seed)}
    for name, form in forms.items():
        cpp[f"bots {name}".strip()] = bot_speed(form, share, options.seed)
    result = {
        "game": options.game,
        "version": version("open_spiel"),
        "seconds": options.seconds,
        "decisions_per_game": mean_decisions(game, game.new_initial_state),
        "python": max(python.values()),
        "python_ways": python,
        "cpp": max(cpp.values()),
        "cpp_ways": cpp,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
