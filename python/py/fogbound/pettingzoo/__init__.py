"""Games as PettingZoo environments: `env` for AEC, `parallel_env` for Parallel.

>>> import fogbound
>>> env = fogbound.pettingzoo.env("trial", preset="adept")
>>> env.reset(seed=1)
>>> env.agents
['killer', 'survivor_0', 'survivor_1', 'survivor_2', 'survivor_3']
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(int(observation["action_mask"].argmax()))

What holds in both:

- `possible_agents` are the seats, and all of them stay in `agents` from the first step to the last: a seat
  whose figure is out of the game has nothing to choose any more, but is still paid at the end. All end in the
  same step.
- An observation is a dict of `observation` and `action_mask`; the mask is in `infos[agent]["action_mask"]`,
  too. A seat that is not asked has a mask of action 0 alone, and `infos[agent]["asked"]` is False.
- Seats that plan in secret at once see nothing of each other's choices. AEC asks them one after the other.
- `on_illegal` says what an illegal action does. `lowest`: the lowest legal action is played instead, and
  `infos[agent]["illegal"]` counts it. `raise`: ValueError, and nothing changes. `lose`: the game ends at once;
  every team that did it is paid the least that the game pays, everybody else nothing.
- `reset(seed=s)` begins the game of that seed, the same as `Game.new_table(s)`; `reset()` goes on to others.
- `max_cycles` cuts games off after so many joint choices: all seats are truncated, and paid nothing.
- `state()` is what all seats know together: their observations, one after the other.
- Render modes are `ansi`, `html`, `rgb_array` and `human`, which prints every position by itself; nothing opens a
  window. They show what the seat that is asked knows, or that of `render_seat`.
"""

from fogbound.pettingzoo.aec import FogboundAEC
from fogbound.pettingzoo.parallel import FogboundParallel

__all__ = ["FogboundAEC", "FogboundParallel", "env", "parallel_env"]

# PettingZoo's own names for what makes an environment.
env = FogboundAEC
parallel_env = FogboundParallel
