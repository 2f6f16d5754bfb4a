"""Running a server, for the tests beside this file."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import time

from program import TIOLI, equal

PATIENCE = 60  # seconds until something has surely gone wrong


def environment(folder, **more):
    home = str(folder)
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("TIOLI_", "LISTEN_", "NOTIFY_",
                                    "WATCHDOG_"))}
    return {**kept, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "HOME": home,
            "XDG_STATE_HOME": home, **more}


class Server:
    def __init__(self, process, port, tls=None):
        self.process = process
        self.port = port
        self.tls = tls
        self.cookie = None

    def ask(self, method, path, body=None, **headers):
        """Status, header fields and body; fields are named with _ for -."""
        if self.tls:
            line = http.client.HTTPSConnection(
                "127.0.0.1", self.port, timeout=PATIENCE, context=self.tls)
        else:
            line = http.client.HTTPConnection("127.0.0.1", self.port,
                                              timeout=PATIENCE)
        fields = {name.replace("_", "-"): value
                  for name, value in headers.items()}
        line.request(method, path, body, fields)
        reply = line.getresponse()
        text = reply.read()
        line.close()
        return reply.status, reply.headers, text.decode()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def post(self, path, value, **headers):
        """Status and what the JSON in the answer says."""
        headers.setdefault("content_type", "application/json")
        status, _, text = self.ask("POST", path, json.dumps(value), **headers)
        return status, json.loads(text)

    def hello(self):
        """The cookie of a new person, as a header field."""
        _, fields, _ = self.ask("POST", "/api/hello", "{}",
                                content_type="application/json")
        return fields["set-cookie"].split(";")[0]

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        return self.process.returncode


def wait_for(path, process):
    """The content of a file that appears whole."""
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "no port"
        time.sleep(0.01)
    return path.read_text()


@contextlib.contextmanager
def serve(folder, *words, env=None, tls=None, db="memory", status=0,
          program=TIOLI, **more):
    """A server on a free port; it must end well."""
    port_file = folder / "port"
    process = subprocess.Popen(
        [program, "serve", "--listen", "127.0.0.1", "--port", "0",
         "--port-file", port_file, "--db", db, *map(str, words)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=environment(folder, **(env or {})), **more)
    try:
        yield Server(process, int(wait_for(port_file, process)), tls)
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
        equal((process.returncode, errors if status != process.returncode
               else b""), (status, b""))
        assert not port_file.exists(), "the port's file is left"
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
