"""Environments in the shapes of PettingZoo: one match, in which each seat is an agent.

    env = AECEnv("kuhn-poker", reward="points")          env = ParallelEnv("oh-hell", seats=4)
    env.reset(seed=1)                                    observations, infos = env.reset(seed=1)
    for agent in env.agent_iter():                       while env.agents:
        observation, reward, end, cut, info = env.last()     actions = {agent: ... for agent in env.agents}
        env.step(None if end or cut else ...)                observations, rewards, ends, cuts, infos = env.step(actions)

PettingZoo is not in Debian, and is neither needed nor imported: its names, arguments and meanings are followed. An
observation is {"observation": float32 array, "action_mask": int8 array}, as its classic games have it.
"""

import numpy

from environment import CUT_OFF, OVER, Environment, Refused
from vector_env import Box, Discrete, observation_space


class Match:
    """What both have in common: an environment of one match, and what each seat has seen of it."""
    metadata = {"render_modes": [], "is_parallelizable": True}
    render_mode = None

    def __init__(self, game, seats=2, **settings):
        self.environment = Environment(game, 1, seats, auto_reset=False, **settings)
        self.metadata = {**self.metadata, "name": game}
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = []
        space = {"observation": observation_space((self.environment.size,)),
                 "action_mask": Box(0, 1, (self.environment.actions,), numpy.int8)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, Discrete(self.environment.actions))
        self.seen = {}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def close(self):
        self.environment.close()

    def begin(self, seed):
        if seed is None:
            seed = int(numpy.random.default_rng().integers(1 << 63))
        self.environment.reset(seed)
        self.agents = list(self.possible_agents)
        self.seen = {}

    def turn(self):
        """Who decides, or None."""
        seat = int(self.environment.seat[0])
        return self.possible_agents[seat] if seat >= 0 else None

    def take(self, action):
        self.environment.step([action])

    def rewards_now(self):
        return dict(zip(self.possible_agents, map(float, self.environment.reward[0])))

    def observe(self, agent):
        """What an agent sees. Of another one's move it sees nothing before that is made: then it is what it saw last."""
        try:
            observation, mask = self.environment.look(self.possible_agents.index(agent))
            self.seen[agent] = observation
        except Refused:
            observation, mask = self.seen.get(agent), numpy.zeros(self.environment.actions, bool)
            if observation is None:
                observation = numpy.zeros(self.environment.size, numpy.float32)
        return {"observation": observation, "action_mask": mask.astype(numpy.int8)}


class AECEnv(Match):
    """One agent after the other."""

    def reset(self, seed=None, options=None):
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.remember()
        self.agent_selection = self.turn()

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self.remove(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.take(action)
        self.rewards = self.rewards_now()
        for other in self.agents:
            self._cumulative_rewards[other] += self.rewards[other]
        done = self.environment.done[0]
        if done:
            ends = self.terminations if done == OVER else self.truncations
            ends.update(dict.fromkeys(self.agents, True))
        self.remember()
        self.agent_selection = self.turn() or self.agents[0]

    def remove(self, agent, action):
        """An agent that is done takes the step None, and is gone."""
        if action is not None:
            raise ValueError(f"{agent} is done: its action must be None")
        for of_agents in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del of_agents[agent]
        self.agents.remove(agent)
        self.agent_selection = self.agents[0] if self.agents else None

    def remember(self):
        for agent in self.agents:
            self.observe(agent)

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=1 << 63):
        """Whose turn it is, until all are done."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1


class ParallelEnv(Match):
    """All agents at once: those that have a decision take a step; the actions of others are not looked at, and their
    mask is 0."""

    def reset(self, seed=None, options=None):
        self.begin(seed)
        return self.observations(), {agent: {} for agent in self.agents}

    def step(self, actions):
        rewards = dict.fromkeys(self.agents, 0.0)
        pending = {self.possible_agents[seat] for seat in self.environment.waiting()}
        while (agent := self.turn()) in pending:
            pending.remove(agent)
            if actions.get(agent) is None:
                raise ValueError(f"{agent} has a decision, but no action was given for it")
            self.take(actions[agent])
            for other, reward in self.rewards_now().items():
                rewards[other] += reward
        done = self.environment.done[0]
        agents = self.agents
        observations = self.observations()
        if self.turn() is None:
            self.agents = []
        return (observations, rewards, dict.fromkeys(agents, bool(done == OVER)),
                dict.fromkeys(agents, bool(done == CUT_OFF)), {agent: {} for agent in agents})

    def observations(self):
        return {agent: self.observe(agent) for agent in self.agents}
