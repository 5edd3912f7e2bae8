"""The ids under which Gymnasium knows the games.

Gymnasium before 1.0 calls `register` whenever it is imported, through the entry point of this package, and does so in
the middle of its own import: nothing here may need more of it than its registry.
"""

from fogbound._core import games


def env_id(game: str) -> str:
    """Give the id of a game's environment: `fogbound/Trial-v0`."""
    return f"fogbound/{game.capitalize()}-v0"


def register() -> None:
    """Register every game that is not registered yet."""
    from gymnasium.envs import registration

    for name in games():
        if env_id(name) not in registration.registry:
            registration.register(
                env_id(name),
                entry_point="fogbound.gymnasium:FogboundEnv",
                vector_entry_point="fogbound.gymnasium:FogboundVectorEnv",
                kwargs={"game": name},
                disable_env_checker=True,
                order_enforce=False,
            )
