"""The OpenSpiel games, by OpenSpiel's own tests and algorithms."""

import random
import subprocess
import sys
import unittest

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

import fogbound
from fogbound.open_spiel import load, short_name

SMALL = [
    ("kuhn", {}, (4, 24, 30), 12),
    ("leduc", {}, (163, 3780, 5520), 936),
]


# NashConv of the uniform policy, and after ten iterations of CFR+, by `fogbound_agents::exact`: the same figures
# stand in `tests/tests/reference_values.rs`.
OURS = [
    ("kuhn", "default", 11 / 12, 0.065_374_181),
    ("goofspiel", "tiny", 4 / 3, 1 / 30),
]


def run_cases(case, name, game):
    """Run a class of OpenSpiel's test cases on a game."""
    made = type(f"Test{name}", (case,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(made).run(result)
    assert result.testsRun > 4
    assert not [text for _, text in result.failures + result.errors]


@pytest.mark.parametrize(("name", "setup", "nodes", "sets"), SMALL)
def test_the_official_tests_of_whole_trees_pass(name, setup, nodes, sets, monkeypatch):
    """OpenSpiel's own Kuhn and Leduc have as many information sets, since these are the same games. Cards are dealt in
    another order, so that there are other nodes."""
    mine = short_name(name)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, mine, counted(load(name, **setup)))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, mine, sets)
    run_cases(api_test.EnforceAPIOnFullTreeBase, mine, load(name, **setup))


def counted(game):
    """Count chance nodes, nodes of players and ends by walking positions."""
    counts = [0, 0, 0]

    def visit(state):
        if state.is_terminal():
            counts[2] += 1
            return
        counts[0 if state.is_chance_node() else 1] += 1
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    return tuple(counts)


@pytest.mark.parametrize("name", fogbound.games())
def test_the_official_tests_of_samples_pass(name):
    np.random.seed(1)
    run_cases(api_test.EnforceAPIOnPartialTreeBase, short_name(name), load(name))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", fogbound.games())
def test_the_official_random_games_pass(name, turns):
    pyspiel.random_sim_test(load(name, turns=turns), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "official", "iterations"), [("kuhn", "kuhn_poker", 30), ("leduc", "leduc_poker", 2)])
def test_cfr_goes_the_same_way_as_on_openspiels_own_game(name, official, iterations):
    values = []
    for game in (load(name), pyspiel.load_game(official)):
        solver = cfr.CFRSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
        values.append([*value, exploitability.nash_conv(game, policy)])
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_cfr_solves_kuhn():
    game = load("kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 18, abs=1e-3)


def test_simultaneous_nodes_convert_to_turns():
    """Goofspiel with three cards: the value is 0, and the converted game has the NashConv of OpenSpiel's own."""
    mine = pyspiel.convert_to_turn_based(load("goofspiel", preset="tiny"))
    turns = load("goofspiel", preset="tiny", turns=True)
    theirs = pyspiel.load_game(
        "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=3,points_order=descending,returns_type=win_loss))"
    )
    found = []
    for game in (mine, turns, theirs):
        solver = cfr.CFRSolver(game)
        for _ in range(30):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[:2] == pytest.approx([found[2]] * 2, abs=1e-9)


def test_the_type_is_that_of_the_setup():
    """With two seats a game is zero-sum, and what asks for that takes it; where each of a team is paid, it is not."""
    kind = pyspiel.GameType
    for name, preset, utility, players in [
        ("kuhn", None, kind.Utility.ZERO_SUM, 2),
        ("goofspiel", "tiny", kind.Utility.ZERO_SUM, 2),
        ("trial", None, kind.Utility.GENERAL_SUM, 5),
        ("trial", "tiny", kind.Utility.ZERO_SUM, 2),
        ("stalk", "tiny", kind.Utility.ZERO_SUM, 2),
    ]:
        for turns in (False, True):
            game = load(name, preset=preset, turns=turns)
            about = game.get_type()
            assert about.utility == utility
            assert about.min_num_players == about.max_num_players == game.num_players() == players
            at_once = fogbound.info(name)["plans_at_once"] and not turns
            assert about.dynamics == (kind.Dynamics.SIMULTANEOUS if at_once else kind.Dynamics.SEQUENTIAL)
    registered = {about.short_name: about for about in pyspiel.registered_games()}
    assert (registered["fogbound_trial"].min_num_players, registered["fogbound_trial"].max_num_players) == (2, 5)


@pytest.mark.parametrize(("name", "preset", "uniform", "after_ten"), OURS)
def test_nashconv_is_what_our_own_solver_finds(name, preset, uniform, after_ten):
    game = load(name, preset=preset, turns=True)
    policy = UniformRandomPolicy(game)
    assert exploitability.nash_conv(game, policy) == pytest.approx(uniform, abs=1e-6)
    assert exploitability.exploitability(game, policy) == pytest.approx(uniform / 2, abs=1e-6)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) == pytest.approx(after_ten, abs=1e-6)


def test_nodes_of_some_seats_leave_the_others_empty_handed():
    game = load("trial")
    rng = random.Random(3)
    kinds = set()
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                assert sum(chances) == pytest.approx(1)
                state.apply_action(rng.choices(outcomes, chances)[0])
            elif state.is_simultaneous_node():
                legal = [state.legal_actions(player) for player in range(5)]
                kinds.add(sum(bool(actions) for actions in legal))
                assert sum(bool(actions) for actions in legal) > 1
                state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
            else:
                kinds.add(1)
                state.apply_action(rng.choice(state.legal_actions()))
        assert state.returns()[1] == state.returns()[4]
    assert {1, 5} <= kinds


def test_information_states_tell_apart_what_a_seat_can():
    """What another seat holds in secret makes no difference; what the seat holds itself does."""
    game = load("kuhn")
    strings = {}
    for mine in range(3):
        for theirs in set(range(3)) - {mine}:
            state = game.new_initial_state()
            state.apply_action(mine)
            state.apply_action(theirs)
            strings.setdefault(mine, set()).add(state.information_state_string(0))
    assert all(len(same) == 1 for same in strings.values())
    assert len(set.union(*strings.values())) == 3


def search_bot(game, simulations):
    """Make OpenSpiel's ISMCTS."""
    return ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=simulations,
        random_state=np.random.RandomState(2),
    )


@pytest.mark.parametrize(("preset", "choices", "simulations"), [("tiny", 100, 10), ("adept", 6, 2)])
def test_openspiels_search_plays_trial(preset, choices, simulations):
    game = load("trial", turns=True, preset=preset)
    bots = [search_bot(game, simulations) for _ in range(game.num_players())]
    state = game.new_initial_state()
    rng = np.random.RandomState(3)
    made = 0
    while not state.is_terminal() and made < choices:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            made += 1
    assert state.is_terminal() or made == choices


def test_resampled_states_look_the_same_to_the_player():
    game = load("trial", turns=True)
    rng = random.Random(5)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = game.new_initial_state()
    looked = 0
    while not state.is_terminal() and looked < 40:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        player = state.current_player()
        twin = state.resample_from_infostate(player, sampler)
        assert twin.current_player() == player
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.legal_actions() == state.legal_actions()
        looked += 1
        state.apply_action(rng.choice(state.legal_actions()))


def test_wrong_setups_are_refused():
    with pytest.raises(Exception, match="setup is not JSON"):
        pyspiel.load_game(short_name("kuhn"), {"setup": "{"})
    with pytest.raises(ValueError, match="no preset `huge`"):
        load("goofspiel", preset="huge")


def test_the_interpreter_ends_in_peace():
    code = "import pyspiel, fogbound.open_spiel; pyspiel.load_game('fogbound_kuhn').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
