"""What examples/python/ has for learners: NumPy arrays that the library writes into, the shapes of Gymnasium and of PettingZoo,
and a learner that beats random play."""

import importlib.util
import os
import sys

SOURCES = os.environ["SOURCES"]
sys.path[:0] = [os.path.join(SOURCES, "tests"), os.path.join(SOURCES, "examples", "python")]
sys.dont_write_bytecode = True

from tap import main, test  # noqa: E402  (the path comes first)

if not importlib.util.find_spec("numpy"):
    print("1..0 # SKIP python3-numpy is not installed")
    sys.exit(0)

import numpy  # noqa: E402

from agent_env import AECEnv, ParallelEnv  # noqa: E402
from environment import HOLD, Environment, Refused  # noqa: E402
from learner import Table, measure, train  # noqa: E402
from vector_env import VectorEnv  # noqa: E402


def refused(function, *arguments, **named):
    """What the library says."""
    try:
        function(*arguments, **named)
    except Refused as error:
        return str(error)
    raise AssertionError("it was not refused")


@test("/env/python/arrays-are-those-that-the-library-writes-into")
def _():
    env = Environment("tic-tac-toe", 3)
    arrays = env.observation, env.legal, env.reward, env.done, env.seat
    env.reset(1)
    env.step([4, 0, HOLD])
    assert all(a is b for a, b in zip(arrays, (env.observation, env.legal, env.reward, env.done, env.seat)))
    assert env.seat.tolist() == [1, 1, 0]
    assert env.legal.sum(axis=1).tolist() == [8, 8, 9] and not env.legal[0, 4]
    marks = env.part("tic-tac-toe/marks")  # planes of one's own and of the other's
    assert marks.shape == (3, 2, 3, 3) and numpy.shares_memory(marks, env.observation)
    assert marks[0].tolist() == [[[0] * 3] * 3, [[0, 0, 0], [0, 1, 0], [0, 0, 0]]]
    env.step([0, HOLD, HOLD])
    assert marks[0, 1, 0, 0] == 1 and marks[0, 0, 1, 1] == 1


@test("/env/python/what-the-library-refuses-is-an-exception")
def _():
    assert 'no plugin "no-such-game"' in refused(Environment, "no-such-game")
    assert "for 2 to 2 seats" in refused(Environment, "tic-tac-toe", seats=5)
    assert "no-such-option" in refused(Environment, "gemtrix", options={"no-such-option": 1})
    env = Environment("tic-tac-toe")
    assert "reset the environment" in refused(env.step, [0])
    env.reset()
    assert "there is no action 9" in refused(env.step, [9])
    assert env.action(3) == {"kind": "tic-tac-toe/mark", "seat": 0, "args": {"cell": 3}}
    try:
        env.step([1, 2])
        raise AssertionError("two actions for one match")
    except ValueError as error:
        assert "it must be (1,)" in str(error)


@test("/env/python/the-same-seed-gives-the-same-bytes")
def _():
    one, other = Environment("gemtrix", 16, 3), Environment("gemtrix", 16, 3)
    for env in (one, other):
        env.reset(7)
        for _ in range(200):
            env.step(env.sample())
    assert one.observation.tobytes() == other.observation.tobytes() and one.legal.tobytes() == other.legal.tobytes()
    other.reset(8)
    assert one.observation.tobytes() != other.observation.tobytes()


@test("/env/python/a-vector-of-environments-has-the-shape-of-gymnasium")
def _():
    for game, seat in (("tic-tac-toe", 1), ("connect-four", 0), ("gem", 1)):
        envs = VectorEnv(game, 32, seat=seat)
        observations, infos = envs.reset(seed=3)
        ended, total = 0, 0
        generator = numpy.random.default_rng(1)
        for _ in range(400):
            assert envs.observation_space.contains(observations) and (envs.environment.seat == seat).all()
            mask = infos["action_mask"]
            actions = (generator.random(mask.shape) * mask).argmax(axis=1)
            before = observations.copy(), observations
            observations, rewards, terminations, truncations, infos = envs.step(actions)
            assert numpy.array_equal(*before), "what was returned changes later"
            assert rewards.shape == terminations.shape == truncations.shape == (32,)
            assert not truncations.any() and not rewards[~terminations].any()
            ended, total = ended + terminations.sum(), total + rewards.sum()
        assert ended > 100 and -ended < total < ended, (ended, total)
        envs.close()


@test("/env/python/agents-take-turns-as-in-pettingzoo")
def _():
    for game, seats in (("tic-tac-toe", 2), ("gemtrix", 4), ("gem-rush", 3), ("oh-hell", 3)):
        env = AECEnv(game, seats)
        for seed in range(3):
            env.reset(seed=seed)
            total, ends = dict.fromkeys(env.possible_agents, 0), 0
            for agent in env.agent_iter():
                observation, reward, end, cut, _info = env.last()
                total[agent] += reward
                assert agent == env.agent_selection and not cut
                ends += end
                mask = observation["action_mask"]
                assert bool(mask.any()) != end
                env.step(None if end else env.action_space(agent).sample(mask))
            assert ends == seats and not env.agents
            assert abs(sum(total.values())) < 1e-5 and any(total.values()) or len(set(total.values())) == 1, total


@test("/env/python/agents-act-at-once-as-in-pettingzoo")
def _():
    for game, seats in (("tic-tac-toe", 2), ("oh-hell", 4), ("gem-rush", 3)):
        env = ParallelEnv(game, seats)
        observations, _infos = env.reset(seed=5)
        at_once = 0
        while env.agents:
            masks = {agent: observation["action_mask"] for agent, observation in observations.items()}
            acting = [agent for agent in env.agents if masks[agent].any()]
            at_once = max(at_once, len(acting))
            actions = {agent: env.action_space(agent).sample(masks[agent]) for agent in acting}
            observations, rewards, ends, _cuts, _infos = env.step(actions)
            assert set(observations) == set(rewards) == set(ends) == set(env.possible_agents)
        assert all(ends.values()) and abs(sum(rewards.values())) < 1e-5
        assert at_once == (seats if game == "oh-hell" else 1), (game, at_once)


# Random play of Kuhn poker is worth an eighth of a chip to who begins; the best answer to it is worth much more.
@test("/env/python/a-learner-beats-random-play-at-kuhn-poker")
def _():
    env = Environment("kuhn-poker", 256, reward="points")
    table = Table(env.actions)
    train(env, table, 400)
    assert len(table.row_of) == 12, "there are twelve information sets"
    for seat, at_random in ((0, 0.125), (1, -0.125)):
        assert abs(measure(env, None, seat, 20000).mean() - at_random) < 0.05
        assert measure(env, table, seat, 20000).mean() > at_random + 0.25


@test("/env/python/a-learner-beats-random-play-at-tic-tac-toe")
def _():
    env = Environment("tic-tac-toe", 256)
    table = Table(env.actions)
    train(env, table, 1500)
    for seat, least, at_random in ((0, 0.9, 0.4), (1, 0.7, -0.2)):
        assert measure(env, None, seat, 5000).mean() < at_random
        assert measure(env, table, seat, 5000).mean() > least


main()
