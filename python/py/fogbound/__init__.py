"""Fogbound: games with hidden, simultaneous planning, with rules in Rust and observations in NumPy.

A game that is played one decision at a time:

    import fogbound

    game = fogbound.make("goofspiel", preset="tiny")
    table = game.new_table(seed=1)
    while not table.is_over:
        for seat in table.waiting:
            table.commit(seat, table.legal(seat)[0])
    print(table.returns)

Thousands of games that are stepped together, for learners:

    vector = game.vector(num_games=1024, seed=1)
    for _ in range(100):
        actions = vector.masks.argmax(axis=1)
        vector.step(actions)

`games` lists the games, `info` describes one of them, and `make` gets it ready to play. What is asked for
wrongly raises ValueError or TypeError, with a text that names what is allowed, and changes nothing.
"""

from fogbound._core import Game, Table, Vector, games, info, make

__all__ = ["Game", "Table", "Vector", "games", "info", "make"]
