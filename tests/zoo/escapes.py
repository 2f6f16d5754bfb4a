#!/usr/bin/env python3
"""A bot that looks for ways out of its cage, and plays well afterwards.

usage: escapes.py PLAN

Each line of the plan is a way and what it is to reach. What became of it goes
to the standard error: 'WAY out' or 'WAY denied'. Which ways are open stands in
tests/unit/test_cage.c.
"""

import ctypes
import errno
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import bad_bot  # noqa: E402  the file beside it is there too

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    """A function of the C library that fails with -1."""
    result = getattr(libc, name)(*arguments)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def reads(path):
    with open(path, "rb") as file:
        file.read(1)


def lists(path):
    os.listdir(path)


def writes(path):
    with open(path, "ab") as file:
        file.write(b"me too\n")


def makes(path):
    with open(os.path.join(path, "new"), "xb"):
        pass


def removes(path):
    os.unlink(path)


def links(path):
    os.link(path, "mine")


def truncates(path):
    os.truncate(path, 0)


def chmods(path):
    os.chmod(path, 0o777)


def touches(path):
    os.utime(path, (1, 1))


def runs(path):
    if os.spawnv(os.P_WAIT, path, [path]) == 127:
        denied()


def watches(path):
    call("inotify_add_watch", libc.inotify_init(), path.encode(), 2)


def denied():
    raise OSError("denied")


def tcp(port):
    socket.create_connection(("127.0.0.1", int(port)), 10).close()


def udp(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.sendto(b"out", ("127.0.0.1", int(port)))


def listens(_):
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()


def unix(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(path)


def datagram(path):
    """A pair of sockets may send to a third."""
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"out", path)


def raw(_):
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()


def memory(process):
    with open(f"/proc/{process}/mem", "rb") as file:
        file.seek(0)  # opening it is enough


def environment(process):
    with open(f"/proc/{process}/environ", "rb") as file:
        file.read(1)


def keepers_memory(_):
    memory(os.getppid())


def keepers_score(_):
    """The keeper does not go first: it has to end the rest."""
    with open(f"/proc/{os.getppid()}/oom_score_adj", encoding="ascii") as file:
        assert int(file.read()) < 1000


def traces(process):
    call("ptrace", 16, int(process), 0, 0)  # PTRACE_ATTACH


def copies(process):
    """process_vm_readv() from where nothing is: only whoever may read gets
    as far as being told so."""
    here = ctypes.create_string_buffer(1)
    ours = (ctypes.c_void_p * 2)(ctypes.addressof(here), 1)
    theirs = (ctypes.c_void_p * 2)(1, 1)
    try:
        call("process_vm_readv", int(process), ours, 1, theirs, 1, 0)
    except OSError as error:
        if error.errno != errno.EFAULT:
            raise


def signals(process):
    os.kill(int(process), 0)


def signals_threads(process):
    call("syscall", 234 if os.uname().machine == "x86_64" else 131,
         int(process), int(process), 0)


def signals_keeper(_):
    os.kill(os.getppid(), 0)


def signals_all(_):
    os.kill(-1, 0)


def signals_by_descriptor(process):
    descriptor = os.pidfd_open(int(process))
    call("syscall", 424, descriptor, 0, None, 0)


def limits(process):
    call("prlimit", int(process), 0, None, None)


def binds_processor(process):
    os.sched_setaffinity(int(process), os.sched_getaffinity(int(process)))


def priority(process):
    os.setpriority(os.PRIO_PROCESS, int(process),
                   os.getpriority(os.PRIO_PROCESS, int(process)))


def namespace(_):
    call("unshare", 0x10000000)  # CLONE_NEWUSER


def shared_memory(_):
    call("shmget", 0, 4096, 0o600)


def keys(_):
    call("syscall", 250 if os.uname().machine == "x86_64" else 219, 0, -3, 0)


def ring(_):
    call("syscall", 425, 1, ctypes.create_string_buffer(120))


def rights(_):
    """Those of root: none are left, and exec() has brought none back."""
    with open("/proc/self/status", encoding="ascii") as file:
        held = [line for line in file
                if line.startswith(("CapPrm", "CapEff"))]
    if all(int(line.split()[1], 16) == 0 for line in held):
        denied()


def bomb(most):
    """Processes that wait, as many as there can be."""
    children = []
    try:
        for _ in range(int(most)):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


# ---- What a bot in a cage can do nevertheless -----------------------------

def own_files(_):
    here = pathlib.Path(__file__).resolve()
    assert "usage: escapes.py" in here.read_text("utf-8")
    assert "bad_bot.py" in os.listdir(here.parent)
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"notes")
    os.mkdir("folder")
    pathlib.Path("folder/file").write_text("1", "ascii")
    os.rename("folder/file", "moved")
    with open("moved", "r+b") as file:
        file.truncate(0)
    os.unlink("moved")
    pathlib.Path("/dev/null").write_text("gone", "ascii")
    os.getrandom(8)
    reads("/dev/urandom")
    lists("/usr/lib")


def own_descriptors(_):
    held = [os.readlink(f"/proc/self/fd/{number}")
            for number in os.listdir("/proc/self/fd")
            if os.path.lexists(f"/proc/self/fd/{number}")]
    others = [path for path in held if not path.startswith(
        ("pipe:", "/memfd:", "/dev/null"))]
    if others:
        denied()


def steps_back(_):
    """Not a way out: does it go behind others?"""
    with open("/proc/self/oom_score_adj", encoding="ascii") as file:
        program = int(file.read())
    if os.nice(0) < 10 or program != 1000:
        denied()


def own_processes(_):
    said = subprocess.run(["sh", "-c", "echo $((6 * 7))"], check=True,
                          stdout=subprocess.PIPE).stdout
    assert said == b"42\n"
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"
    child = os.fork()
    if child == 0:
        other.recv(1)
        os._exit(0)
    os.kill(child, 9)
    assert os.waitpid(child, 0)[1] == 9


def main():
    with open(sys.argv[1], encoding="utf-8") as plan:
        ways = [line.split() for line in plan]
    for way, target in ways:
        try:
            globals()[way.replace("-", "_")](target)
            outcome = "out"
        except OSError as error:
            outcome = f"denied {error}"
        sys.stderr.write(f"{way} {outcome}\n")
    bad_bot.play(-1)


if __name__ == "__main__":
    main()
