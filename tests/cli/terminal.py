"""A terminal for the tests beside this file: a pane of tmux, with a server of
its own, in which a program runs that is driven by keys alone."""

import contextlib
import itertools
import os
import pathlib
import pty
import re
import select
import shlex
import subprocess
import time

from program import TIOLI

PATIENCE = 30  # seconds until something has surely gone wrong
PAUSE = 0.02
NUMBERS = itertools.count(1)


class Terminal:
    def __init__(self, folder, *words, size=(80, 24), language="en",
                 locale="C.UTF-8", term="tmux-256color", program=TIOLI,
                 **environment):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.name = f"tioli-{os.getpid()}-{next(NUMBERS)}"
        self.ends = {name: self.folder / f"{self.name}-{name}" for name in
                     ("status", "before", "after", "errors", "pid")}
        command = " ".join(shlex.quote(str(word)) for word in (
            program, *(["--lang", language] if language else []), *words))
        set_up = {"TERM": term, "LC_ALL": locale, "HOME": self.folder,
                  "XDG_STATE_HOME": self.folder / "state",
                  "XDG_CONFIG_HOME": self.folder / "config", **environment}
        # In the first games the key that passes asks; that has tests of its own.
        setup = self.folder / "config" / "tioli" / "setup"
        if not setup.exists():
            setup.parent.mkdir(parents=True, exist_ok=True)
            setup.write_text("confirm-pass no\n")
        script = "\n".join([
            *(f"export {name}={shlex.quote(str(value))}"
              for name, value in set_up.items()),
            f"stty -a >{self.ends['before']}",
            # Keys that are signals reach the shell too, which goes on.
            "trap : INT QUIT",
            # The shell's own process becomes the program.
            "sh -c " + shlex.quote(
                f"echo $$ >{self.ends['pid']}; exec {command}") +
            f" 2>{self.ends['errors']}",
            f"echo $? >{self.ends['status']}.new",
            "trap '' INT QUIT TSTP",
            f"stty -a >{self.ends['after']}",
            f"mv {self.ends['status']}.new {self.ends['status']}",
            "exec sleep 600"])
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]),
                  "-y", str(size[1]), "sh", "-c", script)

    def tmux(self, *words):
        done = subprocess.run(["tmux", "-L", self.name, *words],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=PATIENCE)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout.decode()

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def text(self):
        return self.tmux("capture-pane", "-p")

    def raw(self):
        return self.tmux("capture-pane", "-p", "-e")

    def flag(self, name):
        return self.tmux("display-message", "-p", "#{%s}" % name).strip()

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def pid(self):
        self.wait(lambda: self.ends["pid"].exists()
                  and self.ends["pid"].read_text().endswith("\n"), "a start")
        return int(self.ends["pid"].read_text())

    def signal(self, number):
        os.kill(self.pid(), number)

    def has_ended(self):
        return self.ends["status"].exists()

    def status(self):
        """The exit status, once it has ended."""
        self.wait(self.has_ended, "the end")
        return int(self.ends["status"].read_text())

    def errors(self):
        path = self.ends["errors"]
        return path.read_text() if path.exists() else ""

    def wait(self, happened, what):
        end = time.monotonic() + PATIENCE
        while not happened():
            over = self.has_ended() or time.monotonic() >= end
            assert not over or happened(), (what, self.text(), self.errors())
            time.sleep(PAUSE)

    def see(self, *parts):
        """Waits until all of the parts are on the screen."""
        self.wait(lambda: all(part in self.text() for part in parts), parts)
        return self.text()

    def settle(self):
        """The picture when it no longer changes."""
        last = None
        while (now := self.text()) != last:
            last = now
            time.sleep(0.15)
        return now

    def is_sane(self):
        """What is not as it was before the program ran."""
        wrong = [f"{flag} is {self.flag(flag)}" for flag, normal in (
            ("alternate_on", "0"), ("mouse_any_flag", "0"),
            ("cursor_flag", "1"), ("keypad_flag", "0"))
            if self.flag(flag) != normal]
        before, after = (re.sub(r"rows \d+; columns \d+", "", self.ends[
            name].read_text()) for name in ("before", "after"))
        if before != after:
            wrong.append(f"stty was {before} and is {after}")
        return wrong

    def close(self):
        with contextlib.suppress(AssertionError):
            self.tmux("kill-server")


@contextlib.contextmanager
def terminal(folder, *words, **more):
    opened = Terminal(folder, *words, **more)
    try:
        yield opened
    finally:
        opened.close()


def sent_over_a_line(rate, until, folder, *words):
    """How many bytes the program sends to a terminal, which takes so many in a
    second and says when it has come to the end of them, until it has shown
    `until`."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [TIOLI, "--lang", "en", *words], stdin=theirs, stdout=theirs,
        stderr=subprocess.STDOUT, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
             "LINES": "24", "COLUMNS": "80", "HOME": str(folder),
             "XDG_STATE_HOME": str(folder / "state"),
             "XDG_CONFIG_HOME": str(folder / "config")})
    os.close(theirs)
    shown = b""
    answered = 0
    end = time.monotonic() + PATIENCE
    try:
        while until.encode() not in shown:
            assert time.monotonic() < end, shown
            if not select.select([ours], [], [], 1)[0]:
                continue
            part = os.read(ours, 100)
            time.sleep(len(part) / rate)
            shown += part
            while shown.count(b"\x1b[5n") > answered:
                answered += 1
                os.write(ours, b"\x1b[0n")
    finally:
        program.terminate()
        with contextlib.suppress(OSError):  # as a terminal that is gone says it
            while os.read(ours, 65536):
                pass
        program.wait(PATIENCE)
        os.close(ours)
    return len(shown)
