"""An environment in the shape of Gymnasium's vector API: many matches at once, of which the learner plays one seat.

    envs = VectorEnv("tic-tac-toe", num_envs=1024, seat=0)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

Gymnasium is not in Debian, and is neither needed nor imported: its names, arguments, shapes and meanings are followed, and
a program that asks an environment for no more than those takes this one. Each match that is over is followed by the
next in the same step (`AutoresetMode.SAME_STEP`). infos["action_mask"] says what is legal: [num_envs, actions] bool.
"""

import numpy

from environment import CUT_OFF, HOLD, OVER, Environment


class Box:
    """Arrays of numbers of a shape; as gymnasium.spaces.Box."""

    def __init__(self, low, high, shape, dtype=numpy.float32):
        self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), numpy.dtype(dtype)

    def contains(self, value):
        value = numpy.asarray(value)
        return value.shape == self.shape and bool((value >= self.low).all() and (value <= self.high).all())


class Discrete:
    """The numbers 0 to n - 1; as gymnasium.spaces.Discrete."""

    def __init__(self, n, seed=None):
        self.n, self.shape, self.dtype = n, (), numpy.dtype(numpy.int64)
        self.generator = numpy.random.default_rng(seed)

    def sample(self, mask=None):
        return int(self.generator.choice(self.n if mask is None else numpy.flatnonzero(mask)))

    def contains(self, value):
        return 0 <= int(value) < self.n


class MultiDiscrete:
    """An array of such numbers; as gymnasium.spaces.MultiDiscrete."""

    def __init__(self, nvec):
        self.nvec = numpy.asarray(nvec)
        self.shape, self.dtype = self.nvec.shape, numpy.dtype(numpy.int64)


# No number of an observation is above 59 (host/env/env.h), but counts of pieces: at most 65535.
def observation_space(shape):
    return Box(-65535, 65535, shape)


def at_random(environment):
    """An opponent: uniformly random."""
    return environment.sample()


class VectorEnv:
    """`opponent(environment)` chooses for all other seats: an array of an action for each match."""
    metadata = {"render_modes": [], "autoreset_mode": "SameStep"}
    render_mode, spec = None, None

    def __init__(self, game, num_envs=1, *, seat=0, opponent=at_random, **settings):
        self.environment = Environment(game, num_envs, auto_reset=True, **settings)
        if not 0 <= seat < self.environment.seats:
            raise ValueError(f"there is no seat {seat}; they are 0 to {self.environment.seats - 1}")
        self.num_envs, self.learner, self.opponent = num_envs, seat, opponent
        self.single_observation_space = observation_space((self.environment.size,))
        self.observation_space = observation_space((num_envs, self.environment.size))
        self.single_action_space = Discrete(self.environment.actions)
        self.action_space = MultiDiscrete(numpy.full(num_envs, self.environment.actions))
        self.rewards = numpy.zeros(num_envs, numpy.float32)
        self.done = numpy.zeros(num_envs, numpy.uint8)

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None, options=None):
        if seed is None:
            seed = int(numpy.random.default_rng().integers(1 << 63))
        self.environment.reset(seed)
        self.wait_for_learner()
        return self.environment.observation.copy(), self.infos()

    def step(self, actions):
        self.rewards[:] = 0
        self.done[:] = 0
        self.take(actions)
        self.wait_for_learner()
        return (self.environment.observation.copy(), self.rewards.copy(), self.done == OVER, self.done == CUT_OFF,
                self.infos())

    def close(self, **_):
        self.environment.close()

    def infos(self):
        mask = self.environment.legal.copy()
        return {"action_mask": mask, "_action_mask": numpy.ones(self.num_envs, bool)}

    def take(self, actions):
        """A step of all, or of those that are not held."""
        self.environment.step(actions)
        self.rewards += self.environment.reward[:, self.learner]
        numpy.maximum(self.done, self.environment.done, out=self.done)

    def wait_for_learner(self):
        """The others move wherever it is not the learner's turn."""
        while (others := self.environment.seat != self.learner).any():
            self.take(numpy.where(others, self.opponent(self.environment), HOLD))
