"""Environments for learning: many matches of a game at once, as NumPy arrays.

    from environment import Environment
    env = Environment("connect-four", matches=1024)
    env.reset(seed=1)
    env.step(env.sample())        # env.observation, env.legal, env.reward, env.done, env.seat are those after it

The library writes into the arrays themselves: nothing is copied, and the arrays are the same all through the life of an
environment, so keep a copy of what you need later. host/env/env.h says what is in them, `env.layout` where. Calls
go through ctypes, which lets other threads run meanwhile; PyGObject would copy each array.

Needs python3-numpy, and the library: LAPIDARY_LIBRARY is its path where it is not installed.
"""

import ctypes
import ctypes.util
import json
import os

import numpy

HOLD = -1  # as an action: the match stays as it is
GOES_ON, OVER, CUT_OFF = 0, 1, 2  # values of `done`
REWARDS = {"places": 0, "points": 1}


class Refused(Exception):
    """The library has refused a call, and says why."""


class Error(ctypes.Structure):
    """GError."""
    _fields_ = [("domain", ctypes.c_uint32), ("code", ctypes.c_int), ("message", ctypes.c_char_p)]


class Settings(ctypes.Structure):
    """LapEnvSettings."""
    _fields_ = [("seats", ctypes.c_uint), ("matches", ctypes.c_uint), ("options", ctypes.c_void_p),
                ("reward", ctypes.c_int), ("auto_reset", ctypes.c_int), ("moves_max", ctypes.c_uint32),
                ("places", ctypes.c_uint)]


class Buffers(ctypes.Structure):
    """LapEnvBuffers."""
    _fields_ = [(name, ctypes.c_void_p) for name in ("observation", "legal", "reward", "done", "seat")]


ERROR = ctypes.POINTER(ctypes.POINTER(Error))
HANDLE, NUMBER, BUFFERS = ctypes.c_void_p, ctypes.c_uint, ctypes.POINTER(Buffers)
# What is called: the type that comes back, and those of the arguments.
FUNCTIONS = {
    "lap_registry_new": (HANDLE, [HANDLE]),
    "lap_registry_load": (HANDLE, [HANDLE, ctypes.c_char_p, ERROR]),
    "lap_game_unref": (None, [HANDLE]),
    "lap_options_new": (HANDLE, [HANDLE]),
    "lap_options_set": (ctypes.c_int, [HANDLE, HANDLE, ctypes.c_char_p, ctypes.c_char_p, ERROR]),
    "lap_options_free": (None, [HANDLE]),
    "lap_env_new": (HANDLE, [HANDLE, ctypes.POINTER(Settings), ERROR]),
    "lap_env_free": (None, [HANDLE]),
    "lap_env_observation_size": (ctypes.c_size_t, [HANDLE]),
    "lap_env_actions": (ctypes.c_size_t, [HANDLE]),
    "lap_env_describe": (HANDLE, [HANDLE]),
    "lap_env_reset": (ctypes.c_int, [HANDLE, ctypes.c_uint64, BUFFERS, ERROR]),
    "lap_env_reset_matches": (ctypes.c_int, [HANDLE, HANDLE, BUFFERS, ERROR]),
    "lap_env_step": (ctypes.c_int, [HANDLE, HANDLE, BUFFERS, ERROR]),
    "lap_env_sample": (None, [HANDLE, HANDLE]),
    "lap_env_waiting": (ctypes.c_uint32, [HANDLE, NUMBER]),
    "lap_env_look": (ctypes.c_int, [HANDLE, NUMBER, NUMBER, HANDLE, HANDLE, ERROR]),
    "lap_env_action_to_json": (HANDLE, [HANDLE, NUMBER, ctypes.c_int32, ERROR]),
    "g_free": (None, [HANDLE]),
    "g_error_free": (None, [HANDLE]),
}


def load_library():
    path = os.environ.get("LAPIDARY_LIBRARY") or ctypes.util.find_library("lapidary")
    if not path:
        raise ImportError("liblapidary is not installed: LAPIDARY_LIBRARY must be the path of the one that was built")
    library = ctypes.CDLL(path)
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


LIBRARY = load_library()


def checked(function, *arguments):
    """Calls a function whose last argument is a GError, and raises what it sets."""
    error = ctypes.POINTER(Error)()
    result = function(*arguments, ctypes.byref(error))
    if error:
        message = error.contents.message.decode()
        LIBRARY.g_error_free(error)
        raise Refused(message)
    return result


def taken(text):
    """A string that the library has made for us."""
    try:
        return ctypes.string_at(text).decode()
    finally:
        LIBRARY.g_free(text)


def address(array):
    return array.ctypes.data if array is not None else None


class Games:
    """The games that are installed; LAPIDARY_PLUGIN_PATH names other folders. Made once."""
    registry = None

    @classmethod
    def load(cls, game):
        if cls.registry is None:
            cls.registry = LIBRARY.lap_registry_new(None)
        return checked(LIBRARY.lap_registry_load, cls.registry, game.encode())


def made_options(game, options):
    """LapOptions of `options`, a dict; None for the defaults."""
    if not options:
        return None
    made = LIBRARY.lap_options_new(game)
    try:
        for name, value in options.items():
            checked(LIBRARY.lap_options_set, made, game, str(name).encode(), str(value).encode())
    except Refused:
        LIBRARY.lap_options_free(made)
        raise
    return made


class Environment:
    """`matches` matches of a game. The arrays have a row a match:

    observation  [matches, size] float32, for the seat that has to decide
    legal        [matches, actions] bool, what it may do
    reward       [matches, seats] float32, what the last step has brought to each seat
    done         [matches] uint8, whether the last step ended the match: GOES_ON, OVER, CUT_OFF
    seat         [matches] int8, which seat has to decide; -1: none, it is over
    """

    def __init__(self, game, matches=1, seats=2, *, reward="places", auto_reset=True, moves_max=0, places=0, options=None):
        self.handle = None
        loaded = Games.load(game)
        made = None
        try:
            made = made_options(loaded, options)
            settings = Settings(seats, matches, made, REWARDS[reward], auto_reset, moves_max, places)
            self.handle = checked(LIBRARY.lap_env_new, loaded, ctypes.byref(settings))
        finally:
            if made:
                LIBRARY.lap_options_free(made)
            LIBRARY.lap_game_unref(loaded)
        self.layout = json.loads(taken(LIBRARY.lap_env_describe(self.handle)))
        self.matches, self.seats = matches, seats
        self.size = LIBRARY.lap_env_observation_size(self.handle)
        self.actions = LIBRARY.lap_env_actions(self.handle)
        self.observation = numpy.zeros((matches, self.size), numpy.float32)
        self.legal = numpy.zeros((matches, self.actions), bool)
        self.reward = numpy.zeros((matches, seats), numpy.float32)
        self.done = numpy.zeros(matches, numpy.uint8)
        self.seat = numpy.full(matches, -1, numpy.int8)
        self.chosen = numpy.zeros(matches, numpy.int32)
        self.out = Buffers(*map(address, (self.observation, self.legal, self.reward, self.done, self.seat)))

    def close(self):
        handle, self.handle = self.handle, None
        if handle:
            LIBRARY.lap_env_free(handle)

    __del__ = close

    def part(self, name):
        """A part of all observations as its shape says, for example planes of marks: a view of the array."""
        for part in self.layout["observation"]["parts"]:
            if part["name"] == name:
                n = int(numpy.prod(part["shape"]))
                columns = self.observation[:, part["offset"]:part["offset"] + n]
                view = columns.view()
                view.shape = (self.matches, *part["shape"])
                return view
        raise KeyError(f"no part of the observation is named {name!r}")

    def reset(self, seed=0, *, which=None):
        """Begins all matches, or the next wherever `which` is true (the seed stays)."""
        if which is None:
            checked(LIBRARY.lap_env_reset, self.handle, seed, self.out)
            return
        which = numpy.ascontiguousarray(which, numpy.uint8)
        if which.shape != (self.matches,):
            raise ValueError(f"`which` has the shape {which.shape}, it must be ({self.matches},)")
        checked(LIBRARY.lap_env_reset_matches, self.handle, address(which), self.out)

    def step(self, actions):
        """Takes an action for each match, or HOLD."""
        actions = numpy.ascontiguousarray(actions, numpy.int32)
        if actions.shape != (self.matches,):
            raise ValueError(f"actions have the shape {actions.shape}, it must be ({self.matches},)")
        checked(LIBRARY.lap_env_step, self.handle, address(actions), self.out)

    def sample(self):
        """An action for each match, uniformly of what is legal. The array is the same at each call."""
        LIBRARY.lap_env_sample(self.handle, address(self.chosen))
        return self.chosen

    def waiting(self, match=0):
        """The seats that have a decision: several where they choose at once."""
        bits = LIBRARY.lap_env_waiting(self.handle, match)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    def look(self, seat, match=0):
        """Observation and mask of any seat. Raises Refused while another one is within a move."""
        observation, legal = numpy.empty(self.size, numpy.float32), numpy.empty(self.actions, bool)
        checked(LIBRARY.lap_env_look, self.handle, match, seat, address(observation), address(legal))
        return observation, legal

    def action(self, number, match=0):
        """What an action stands for: {"kind", "seat", "args"}."""
        return json.loads(taken(checked(LIBRARY.lap_env_action_to_json, self.handle, match, number)))
