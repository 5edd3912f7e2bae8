"""Threads, forked and spawned processes."""

import multiprocessing
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import fogbound
import play


def step_vector(vector):
    """Step a vector that came from elsewhere."""
    vector.step(vector.masks.argmax(axis=1))
    return vector.observations.copy()


def in_child(start, work):
    """Run `work` in a forked child; gives what it sent back."""
    context = multiprocessing.get_context(start)
    here, there = context.Pipe(duplex=False)

    def child():
        try:
            there.send(("ok", work()))
        except Exception as error:
            there.send(("error", f"{type(error).__name__}: {error}"))

    process = context.Process(target=child)
    process.start()
    assert here.poll(60), "the child hangs"
    result = here.recv()
    process.join(60)
    assert process.exitcode == 0
    return result


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_tables_and_vectors_of_one_thread_go_on_after_a_fork():
    table = fogbound.make("goofspiel").new_table(3)
    vector = fogbound.vector("trial", 8, seed=2)
    twin = fogbound.vector("trial", 8, seed=2)
    kind, record = in_child("fork", lambda: play.play_on(table, np.random.default_rng(3)) or table.record())
    assert kind == "ok"
    play.play_on(table, np.random.default_rng(3))
    assert record == table.record()
    kind, seen = in_child("fork", lambda: step_vector(vector))
    assert kind == "ok"
    assert np.array_equal(seen, step_vector(twin))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_that_stayed_behind_are_an_error_not_a_hang():
    vector = fogbound.vector("trial", 100, seed=2, threads=2)
    kind, text = in_child("fork", lambda: step_vector(vector))
    assert kind == "error"
    assert text.startswith("RuntimeError: this vector's threads stayed in the process that made it")
    step_vector(vector)


def test_spawned_processes_play_the_same_games():
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        records = list(pool.map(play.record_of, [1, 2, 1], timeout=60))
    assert records == [play.record_of(seed) for seed in (1, 2, 1)]


def test_a_vector_is_not_pickled():
    for made in (fogbound.vector("kuhn", 2, seed=1), fogbound.make("kuhn").new_table(1).perspective(0)):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(made)


def test_bots_think_in_threads():
    game = fogbound.make("trial")
    seen = game.new_table(1)
    seat = seen.waiting[0]
    perspective = seen.perspective(seat)
    chosen = {}

    def think(number):
        bot = fogbound.bots.spec("ismcts:sims=60").bot(game, seat, 7)
        chosen[number] = bot.act(perspective)

    threads = [threading.Thread(target=think, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chosen) == 4
    assert len(set(chosen.values())) == 1


def test_one_bot_in_many_threads_answers_each():
    game = fogbound.make("goofspiel")
    perspective = game.new_table(1).perspective(0)
    bot = fogbound.bots.spec("random").bot(game, 0)
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.extend(bot.act(perspective) for _ in range(50))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = fogbound.bots.spec("random").bot(game, 0)
    assert sorted(answers) == sorted(again.act(perspective) for _ in range(200))
