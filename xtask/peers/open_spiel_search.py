"""Information-set search in OpenSpiel, measured: the other side of the search part of `cargo xtask bench`.

Prints one JSON object with simulations per second of CPU time, on one thread. OpenSpiel's bot in C++ plays
all seats of game after game and thinks anew about every choice; chance and moves are made in Python, but only
the bot's own calls are timed. A choice without alternatives costs no simulation on either side.

The bot takes turn-based games only, and it samples worlds with `resample_from_infostate`, which a game of
simultaneous choices does not have when it is turned into a turn-based one: so there is no Goofspiel here.
"""

import argparse
import json
import random
import time
from importlib.metadata import version

import pyspiel

# The weight of exploration in OpenSpiel's own test of the bot. It has no default.
UCT_C = 5.0


def play(game, bot, spent):
    """Plays one game, adds the time of each choice with alternatives to `spent`."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
            continue
        choice = len(state.legal_actions()) > 1
        start = time.process_time()
        action = bot.step(state)
        if choice:
            spent.append(time.process_time() - start)
        state.apply_action(action)


def main():
    """Measures one game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", required=True, help="as OpenSpiel writes it, for example leduc_poker")
    parser.add_argument("--sims", type=int, default=1000, help="simulations for each choice")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time to search")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    random.seed(options.seed)
    game = pyspiel.load_game(options.game)
    if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise SystemExit(f"{game}: OpenSpiel's bot cannot search games of simultaneous choices")
    # One rollout for each new node, as here.
    evaluator = pyspiel.RandomRolloutEvaluator(1, options.seed)
    bot = pyspiel.ISMCTSBot(options.seed, evaluator, UCT_C, options.sims)
    spent = []
    while sum(spent) < options.seconds:
        play(game, bot, spent)
    result = {
        "game": options.game,
        "version": version("open_spiel"),
        "sims": options.sims,
        "uct_c": UCT_C,
        "moves": len(spent),
        "simulations_per_cpu_second": options.sims * len(spent) / sum(spent),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
