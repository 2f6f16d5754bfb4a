"""A kernel that lacks something, as far as a process and its children can
tell: for the preexec_fn of one that a test starts."""

import ctypes
import errno

CREATE_RULESET = 444  # landlock_create_ruleset(), on every machine


class Step(ctypes.Structure):
    _fields_ = [("code", ctypes.c_ushort), ("if_true", ctypes.c_ubyte),
                ("if_false", ctypes.c_ubyte), ("value", ctypes.c_uint)]


class Program(ctypes.Structure):
    _fields_ = [("size", ctypes.c_ushort), ("steps", ctypes.c_void_p)]


def without_landlock():
    steps = (Step * 4)(Step(0x20, 0, 0, 0),  # the number of the call
                       Step(0x15, 0, 1, CREATE_RULESET),
                       Step(0x06, 0, 0, 0x50000 | errno.ENOSYS),
                       Step(0x06, 0, 0, 0x7fff0000))  # any other
    program = Program(4, ctypes.addressof(steps))
    libc = ctypes.CDLL(None)
    assert libc.prctl(38, 1, 0, 0, 0) == 0  # no new privileges
    assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0
