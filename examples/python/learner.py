#!/usr/bin/env python3
"""Learns a small game by playing against itself, and shows how it does against random play.

    ./learner.py tic-tac-toe
    ./learner.py kuhn-poker --reward points

Tabular Monte Carlo control (Sutton and Barto, "Reinforcement Learning: An Introduction", 5.4): for each observation and
action the mean of what the matches have brought in which it was taken, and of that the best, but for a share of moves at
random. It knows nothing of the game: what it has seen are rows of numbers. Needs python3-numpy; environment.py
says how the library is found.
"""

import argparse

import numpy

from environment import Environment


class Table:
    """Values of actions, a row for each observation that was seen."""

    def __init__(self, actions):
        self.row_of = {}
        self.value = numpy.zeros((1024, actions), numpy.float32)
        self.visits = numpy.zeros((1024, actions), numpy.int32)

    def rows(self, observations):
        """The row of each observation; a new one is given a row of zeroes."""
        row_of = self.row_of
        rows = numpy.array([row_of.setdefault(observation.tobytes(), len(row_of)) for observation in observations],
                           numpy.intp)
        while len(row_of) > len(self.value):
            self.value = numpy.concatenate([self.value, numpy.zeros_like(self.value)])
            self.visits = numpy.concatenate([self.visits, numpy.zeros_like(self.visits)])
        return rows

    def best(self, rows, legal):
        return numpy.where(legal, self.value[rows], -numpy.inf).argmax(axis=1)

    def learn(self, row, action, reward, least):
        """The mean of rewards; late ones count for `least` at least, since play has become better."""
        self.visits[row, action] += 1
        weight = max(1 / self.visits[row, action], least)
        self.value[row, action] += weight * (reward - self.value[row, action])


def train(environment, table, steps, explore=0.2, least=0.02, seed=1):
    """Plays all seats of all matches, and learns from each that ends."""
    generator = numpy.random.default_rng(seed)
    history = [[] for _ in range(environment.matches)]
    environment.reset(seed)
    for _ in range(steps):
        rows = table.rows(environment.observation)
        actions = table.best(rows, environment.legal)
        at_random = generator.random(environment.matches) < explore
        actions = numpy.where(at_random, environment.sample(), actions)
        for steps_of, row, action, seat in zip(history, rows, actions, environment.seat.tolist()):
            steps_of.append((row, action, seat))
        environment.step(actions)
        for match in numpy.flatnonzero(environment.done):
            for row, action, seat in history[match]:
                table.learn(row, action, environment.reward[match, seat], least)
            history[match].clear()


def measure(environment, table, seat, matches, seed=2):
    """The rewards of a seat that plays by the table (None: at random), the others at random, in so many matches."""
    environment.reset(seed)
    rewards = []
    while len(rewards) < matches:
        actions = environment.sample()
        ours = (environment.seat == seat) & (table is not None)
        if ours.any():
            actions[ours] = table.best(table.rows(environment.observation[ours]), environment.legal[ours])
        environment.step(actions)
        rewards.extend(environment.reward[environment.done != 0, seat].tolist())
    return numpy.array(rewards[:matches])


def describe(rewards):
    """The mean with an interval of 95 %."""
    return f"{rewards.mean():+.3f} ± {1.96 * rewards.std() / len(rewards) ** 0.5:.3f}"


def main():
    parser = argparse.ArgumentParser(description="Learns a small game, and plays it against random seats.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--reward", choices=("places", "points"), default="places")
    parser.add_argument("--matches", type=int, default=256, help="at once")
    parser.add_argument("--steps", type=int, default=2000, help="of each match, to learn from")
    parser.add_argument("--measure", type=int, default=10000, help="matches against random seats, for each seat")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    environment = Environment(given.game, given.matches, given.seats, reward=given.reward)
    table = Table(environment.actions)
    train(environment, table, given.steps, seed=given.seed)
    print(f"{given.game}: {len(table.row_of)} observations after {given.steps * given.matches} steps")
    for seat in range(given.seats):
        learned = measure(environment, table, seat, given.measure, given.seed + 1)
        at_random = measure(environment, None, seat, given.measure, given.seed + 1)
        print(f"seat {seat} against random ones: {describe(learned)}; at random itself {describe(at_random)}")


if __name__ == "__main__":
    main()
