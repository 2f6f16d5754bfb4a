"""The server from outside: settings, banner, signals, HTTP and figures. What
goes over its WebSocket has tests of its own."""

import asyncio
import contextlib
import fcntl
import json
import os
import pty
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import termios

import websockets

import qr_code
from prometheus_text import read_metrics
from program import SOURCE, TIOLI, equal, good, has
from served import PATIENCE, environment, serve

sys.path.insert(0, str(SOURCE / "tests" / "server"))
from players import merged  # noqa: E402

OPERATING = SOURCE / "docs" / "operating.md"


def refused(folder, *words, status=1, **variables):
    """What a server says that does not start."""
    done = subprocess.run(
        [TIOLI, "serve", *map(str, words)], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE,
        env=environment(folder, **variables), check=False)
    equal((done.returncode, done.stdout), (status, b""))
    return done.stderr.decode()


# ---- Settings --------------------------------------------------------------

def test_bad_options(folder):
    for words, message in [
            (["--port", "65536"], "--port: expected 0 to 65535, got '65536'"),
            (["--port", ""], "--port: expected 0 to 65535, got ''"),
            (["--listen", "example.org"], "--listen: expected an address"),
            (["--public-url", "play.example"],
             "--public-url: expected http://HOST or https://HOST"),
            (["--public-url", "https://a.example/tioli"], "and no path"),
            (["--origin", "null"], "--origin: expected http://HOST"),
            (["--origin", "*"], "--origin: expected http://HOST"),
            (["--cert", "a.pem"], "TLS needs both a certificate and its key: "
             "key is missing"),
            (["--key", "a.pem"], "cert is missing"),
            (["--bot", "mine"], "--bot: expected NAME=COMMAND"),
            (["--threads", "0"], "--threads: expected 1 to 64, got '0'"),
            (["--max-tables", "0"], "--max-tables: expected 1 to"),
            (["--metrics", "all"],
             "--metrics: expected one of public, local, off, got 'all'"),
            (["--db", ""], "--db: the file name is empty"),
            (["--db", "a\x1bb"], "--db: there are control characters"),
            (["--quiet=yes"], "option '--quiet' takes no value"),
            (["more"], "unexpected 'more'")]:
        said = refused(folder, *words, status=2)
        assert said.startswith("tioli serve: "), said
        has(said, message)
        has(said, "Try 'tioli serve --help'.")
    has(refused(folder, status=2, TIOLI_PORT="x"),
        "tioli serve: TIOLI_PORT: expected 0 to 65535, got 'x'")
    has(refused(folder, status=2, TIOLI_TRUST_PROXY="1"),
        "TIOLI_TRUST_PROXY: expected yes or no, got '1'")
    has(refused(folder, status=2, TIOLI_ORIGIN="https://a.example null"),
        "TIOLI_ORIGIN: expected http://HOST")


def test_what_is_not_there(folder):
    nowhere = folder / "nowhere"
    here = ["--listen", "127.0.0.1", "--port", "0"]
    has(refused(folder, "--db", nowhere / "a.db", *here), str(nowhere))
    has(refused(folder, "--db", folder, *here), str(folder))
    has(refused(folder, "--db", "memory", "--files", nowhere),
        f"tioli serve: {nowhere}: there is no such folder")
    has(refused(folder, "--db", "memory", "--cert", nowhere, "--key", nowhere),
        f"{nowhere}: No such file or directory")
    has(refused(folder, "--db", "memory", "--bot", "mine=no-such-program"),
        "tioli serve: bot: mine: ")
    has(refused(folder, "--db", "memory", "--bot", "expert=true"),
        "bot: expert is the name of a built-in bot")
    has(refused(folder, "--db", "memory", "--port-file", folder, *here),
        f"{folder} is not a regular file")
    has(refused(folder, "--db", "memory", "--port-file", nowhere / "port",
                *here), f"{nowhere / 'port'}: No such file or directory")
    broken = folder / "broken.db"
    broken.write_bytes(b"this is no database, and was never meant to be one")
    has(refused(folder, "--db", broken, *here), str(broken))


def test_a_file_with_mistakes(folder):
    file = folder / "tioli.conf"
    for text, message in [
            ("port 1\ncolour blue\n", "2: there is no key 'colour'"),
            ("# good\n\nport x\n", "3: port: expected 0 to 65535, got 'x'"),
            ("port\n", "1: port: the value is missing"),
            ("port 1\nport 1\n", "2: port: it was already given"),
            ("config other\n", "1: there is no key 'config'"),
            ("db \x1b[31m\n", "1: db: there are control characters"),
            ("port 1 " + " " * 70000, "longer than 65536 bytes")]:
        file.write_text(text)
        for said in [refused(folder, "--config", file),
                     refused(folder, TIOLI_CONFIG=str(file))]:
            has(said, f"{file}:")
            has(said, message)
            assert said.count("\n") == 1 and "\x1b" not in said, said
    has(refused(folder, "--config", folder / "none"),
        f"tioli serve: {folder / 'none'}: No such file or directory")
    has(refused(folder, "--config", ""), "the file name is empty")


@contextlib.contextmanager
def taken_ports(count):
    """Ports that somebody else listens on."""
    with contextlib.ExitStack() as stack:
        ports = []
        for _ in range(count):
            taken = stack.enter_context(socket.socket())
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            ports.append(taken.getsockname()[1])
        yield ports


def test_precedence(folder):
    """command line before environment before file"""
    file = folder / "tioli.conf"
    with taken_ports(3) as (first, second, third):
        file.write_text(f"listen 127.0.0.1\ndb memory\nport {first}\n")
        for port, words, variables in [
                (first, ["--config", file], {}),
                (second, ["--config", file], {"TIOLI_PORT": str(second)}),
                (third, ["--config", file, "--port", third],
                 {"TIOLI_PORT": str(second)}),
                (third, ["--port", "1", "--port", third],
                 {"TIOLI_CONFIG": str(file)}),
                (first, ["--config", file], {"TIOLI_PORT": ""})]:
            said = refused(folder, *words, **variables)
            has(said, f"port {port}: Address already in use")
    other = folder / "other.conf"
    other.write_text("nonsense\n")
    has(refused(folder, "--config", other, TIOLI_CONFIG=str(file)),
        f"{other}:1: ")


def test_settings_are_documented(folder):
    """docs/operating.md has every option, and each is a key and a variable"""
    options = set(re.findall(r"^ +--([a-z-]+)", good("serve", "--help"),
                             re.M)) - {"config", "drain", "help"}
    table = OPERATING.read_text().split("| setting |")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()
            if line.startswith("| `")]
    equal(set(re.findall(r"`([a-z-]+)`", " ".join(rows))), options)
    file = folder / "tioli.conf"
    for option in options:
        file.write_text(f"{option} \u202e\n")
        has(refused(folder, "--config", file), f"{file}:1: {option}: ")
        variable = "TIOLI_" + option.upper().replace("-", "_")
        has(refused(folder, status=2, **{variable: "\u202e"}),
            f"{variable}: ")


# ---- Start and stop --------------------------------------------------------

def bare_program(folder):
    """The program alone: no page was built or installed beside it."""
    (folder / "bin").mkdir()
    return shutil.copy(TIOLI, folder / "bin" / "tioli")


def test_banner(folder):
    with serve(folder, "--public-url", "https://play.example/",
               program=bare_program(folder)) as server:
        port = server.port
        server.stop()
        text = server.process.stdout.read().decode()
    equal(text.splitlines(), [
        "Take It or Leave It is running. Open one of these addresses:",
        f"  {f'http://127.0.0.1:{port}/':40} on this machine",
        f"  {'https://play.example/':40} the public address",
        "Games are kept in memory and are lost when the server stops.",
        "The page is not installed here: only programs can play.",
        "Press Ctrl-C to stop.",
    ])


def test_banner_for_all_addresses(folder):
    with serve(folder, "--listen", "all", db=folder / "a.db") as server:
        server.stop()
        text = server.process.stdout.read().decode()
        has(text, f"  {f'http://localhost:{server.port}/':40} on this machine")
        has(text, f"Games are kept in {folder / 'a.db'}\n")
        has(text, "\nPress Ctrl-C to stop. Games continue when you start it again.\n")


def test_quiet(folder):
    with serve(folder, "--quiet") as server:
        server.stop()
        equal(server.process.stdout.read() + server.process.stderr.read(), b"")


def screen_of(folder, command, last, rows=50, columns=100, stop=None,
              **variables):
    """What a command prints on a terminal up to its last words; then it ends,
    by a signal or by itself."""
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ,
                struct.pack("HHHH", rows, columns, 0, 0))
    variables = {"TERM": "xterm-256color", **variables}
    process = subprocess.Popen(
        [TIOLI, *command], stdin=subprocess.DEVNULL, stdout=side,
        stderr=subprocess.DEVNULL,
        env={**environment(folder), **variables})
    os.close(side)
    text = b""
    try:
        while last not in text:
            text += os.read(main, 65536)
    finally:
        if stop:
            process.send_signal(stop)
        equal(process.wait(PATIENCE), 0)
        os.close(main)
    return text.decode().replace("\r\n", "\n")


def on_terminal(folder, *words, **more):
    """What a server prints on a terminal until it is up."""
    return screen_of(folder, ["serve", "--listen", "127.0.0.1", "--port", "0",
                              "--db", "memory", *words], b"Ctrl-C",
                     stop=signal.SIGINT, **more)


def test_qr_code(folder):
    """a terminal shows a QR code of the address, which reads as it"""
    url = ["--public-url", "https://play.example:8443"]
    screen = on_terminal(folder, *url)
    equal(qr_code.decode(screen), "https://play.example:8443/")
    for line in screen.splitlines():
        assert "\x1b" not in line or line.endswith("\x1b[0m"), line
    blanks = on_terminal(folder, *url, LC_ALL="C")
    assert "\u2580" not in blanks
    equal(qr_code.decode(blanks), "https://play.example:8443/")


def test_no_qr_code(folder):
    url = ["--public-url", "https://play.example"]
    for words, variables in [
            ([*url, "--no-qr"], {}), (url, {"rows": 10}),
            (url, {"columns": 30}), (url, {"TERM": "dumb"}), ([], {})]:
        screen = on_terminal(folder, *words, **variables)
        assert "\x1b" not in screen, (words, variables)


def test_qr_code_of_a_new_table(folder):
    """'tioli play --join' shows the code of the table that it made"""
    for url, rows in [("https://a.example", 50), ("https://a.example", 10),
                      ("http://localhost:80", 50), ("http://127.0.0.1", 50),
                      ("http://[::1]:8080", 50)]:
        with serve(folder, "--public-url", url) as server:
            screen = screen_of(
                folder, ["play", "--join", f"http://127.0.0.1:{server.port}"],
                b"come back to it, run:", rows=rows, LC_ALL="C.UTF-8")
        link = re.search(r"for the other players:\n  (\S+)", screen)[1]
        assert link.startswith(url + "/t/"), link
        if url == "https://a.example" and rows == 50:
            equal(qr_code.decode(screen), link)
        else:
            assert "\x1b" not in screen, url


def test_signals(folder):
    def as_usual():
        # Whoever runs the tests may ignore it, and what they start then, too.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)

    for how in [signal.SIGTERM, signal.SIGINT]:
        with serve(folder, preexec_fn=as_usual) as server:
            server.process.send_signal(signal.SIGHUP)
            equal(server.get("/healthz")[0], 200)
            equal(server.stop(how), 0)


def test_the_usual_place(folder):
    """without --db the games are in the state folder, for the user alone"""
    env = environment(folder)
    process = subprocess.Popen(
        [TIOLI, "serve", "--listen", "127.0.0.1", "--port", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env=env)
    text = b""
    while b"Ctrl-C" not in text:
        text += process.stdout.readline()
    process.terminate()
    equal(process.wait(PATIENCE), 0)
    process.stdout.close()
    db = folder / "tioli" / "tioli.db"
    has(text.decode(), f"Games are kept in {db}\n")
    equal(db.stat().st_mode & 0o077, 0)
    equal(db.parent.stat().st_mode & 0o077, 0)


def test_two_servers_with_one_file(folder):
    (folder / "other").mkdir()
    with serve(folder, db=folder / "a.db"):
        has(refused(folder, "--listen", "127.0.0.1", "--port", "0", "--db",
                    folder / "a.db"), str(folder / "a.db"))


def test_ready_and_stopping_are_told(folder):
    """as systemd wants to be told"""
    path = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(path))
        told.settimeout(PATIENCE)
        with serve(folder, env={"NOTIFY_SOCKET": str(path)}) as server:
            has(told.recv(4096).decode().splitlines(), "READY=1")
            server.stop()
            has(told.recv(4096).decode().splitlines(), "STOPPING=1")


def beats(told, count):
    """Signs of life, and nothing else, come so often."""
    for _ in range(count):
        equal(told.recv(4096), b"WATCHDOG=1")


def silence(told):
    """What was sent before is read; then nothing comes any more."""
    told.settimeout(0.5)
    try:
        beats(told, 200)
        raise AssertionError("it goes on")
    except TimeoutError:
        told.settimeout(PATIENCE)


def test_signs_of_life(folder):
    """come while the loop turns, and only then"""
    path = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(path))
        told.settimeout(PATIENCE)
        with serve(folder, db=folder / "a.db", env={
                "NOTIFY_SOCKET": str(path),
                "WATCHDOG_USEC": "50000"}) as server:
            has(told.recv(4096).decode().splitlines(), "READY=1")
            beats(told, 4)
            server.process.send_signal(signal.SIGSTOP)
            silence(told)
            server.process.send_signal(signal.SIGCONT)
            beats(told, 4)
            # Nobody reads the log, and it is full: the loop waits in it. All
            # other threads live.
            log = os.open(f"/proc/{server.process.pid}/fd/2",
                          os.O_WRONLY | os.O_NONBLOCK)
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(log, bytes(4096))
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(log, b"x")
            os.close(log)
            os.rename(folder / "a.db", folder / "b.db")
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.sendall(b"GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
                silence(told)
                os.rename(folder / "b.db", folder / "a.db")
                os.read(server.process.stderr.fileno(), 65536)
                beats(told, 4)
            while server.get("/readyz")[0] != 200:
                beats(told, 1)


def test_no_signs_of_life_without_need(folder):
    """where nobody waits for them"""
    path = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(path))
        told.settimeout(PATIENCE)
        for more in ({}, {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}):
            with serve(folder, env={"NOTIFY_SOCKET": str(path), **more}) as server:
                has(told.recv(4096).decode().splitlines(), "READY=1")
                equal(server.get("/readyz")[0], 200)
                server.stop()
                has(told.recv(4096).decode().splitlines(), "STOPPING=1")


def test_a_socket_that_is_passed_on(folder):
    """by systemd's socket activation"""
    with socket.socket() as listening, socket.socket() as other:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        script = ("import os, sys\n"
                  "for place, number in enumerate(sys.argv[1].split(','), 3):\n"
                  "    os.dup2(int(number), place)\n"
                  "os.environ['LISTEN_PID'] = str(os.getpid())\n"
                  "os.environ['LISTEN_FDS'] = sys.argv[2]\n"
                  "os.execv(sys.argv[3], sys.argv[3:])\n")

        def command(passed, count, *words):
            # Numbers that do not collide with those that they become.
            numbers = [fcntl.fcntl(each.fileno(), fcntl.F_DUPFD, 50)
                       for each in passed]
            child = subprocess.Popen(
                [sys.executable, "-S", "-c", script,
                 ",".join(map(str, numbers)), str(count), TIOLI, "serve",
                 "--db", "memory", *words], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                pass_fds=numbers, env=environment(folder))
            for number in numbers:
                os.close(number)
            return child

        def failure(*arguments):
            child = command(*arguments, "--port", "0")
            try:
                return child.communicate(timeout=PATIENCE)[1].decode()
            finally:
                child.kill()

        with taken_ports(1) as (taken,):
            child = command([listening], 1, "--port", str(taken))
            try:
                with socket.create_connection(listening.getsockname(),
                                              PATIENCE) as line:
                    line.sendall(b"GET /healthz HTTP/1.1\r\n"
                                 b"Host: localhost\r\n\r\n")
                    has(line.recv(65536).decode(), "\r\n\r\nok\n")
            finally:
                child.terminate()
                text, _ = child.communicate(timeout=PATIENCE)
            equal(child.returncode, 0)
            port = listening.getsockname()[1]
            has(text.decode(), f"http://127.0.0.1:{port}/ ")
            assert "same network" not in text.decode()
        has(failure([other], 1), "not a listening socket")
        has(failure([listening, listening], 2),
            "2 sockets were inherited; only one can be used")
        has(failure([listening], 2), "the sockets named by LISTEN_FDS")


# ---- HTTP ------------------------------------------------------------------

def test_pages_without_files(folder):
    with serve(folder, program=bare_program(folder)) as server:
        for path in ["/", "/t/0123456789abcdefghjkmnpq"]:
            status, fields, text = server.get(path)
            equal((status, fields["content-type"]),
                  (200, "text/html; charset=utf-8"))
            has(text, "Take It or Leave It")
            has(text, "not installed")


def test_files(folder):
    (folder / "page").mkdir()
    (folder / "page" / "index.html").write_text("<p>the page</p>")
    with serve(folder, "--files", folder / "page") as server:
        for path in ["/", "/t/0123456789abcdefghjkmnpq", "/r/x/1", "/rules",
                     "/t/%C3%A4", "/t/abc%22%3E", "/t/abc."]:
            status, fields, text = server.get(path)
            equal((path, status, text), (path, 200, "<p>the page</p>"))
            equal(fields["cache-control"], "no-cache")
        equal(server.get("/healthz")[2], "ok\n")
        equal(server.get("/readyz")[2], "ready\n")
        has(server.get("/metrics")[2], "# TYPE")
        for path in ["/api/nothing", "/api", "/healthz/", "/ws", "/ws/x",
                     "/metrics/x", "/missing.js", "/assets/a-Bx12yz34.js",
                     "/t/abc.png"]:
            status, _, text = server.get(path)
            equal((path, status), (path, 404))
            assert "the page" not in text, path


def test_files_that_are_found(folder):
    """installed, or built beside the program; a folder without a page is none"""
    program = bare_program(folder)
    for place, before, page in [("bin/web/dist", "not installed", "built"),
                                ("share/tioli/web", "built", "installed")]:
        (folder / place).mkdir(parents=True)
        with serve(folder, program=program) as server:
            has(server.get("/")[2], before)
        (folder / place / "index.html").write_text(f"<p>{page}</p>")
        with serve(folder, program=program) as server:
            equal(server.get("/")[2], f"<p>{page}</p>")


def test_health(folder):
    with serve(folder) as server:
        for path, text in [("/healthz", "ok\n"), ("/readyz", "ready\n")]:
            status, fields, body = server.get(path)
            equal((status, body), (200, text))
            equal(fields["cache-control"], "no-store")
            status, fields, body = server.ask("HEAD", path)
            equal((status, body, fields["content-length"]),
                  (200, "", str(len(text))))


def test_what_there_is_not(folder):
    with serve(folder, program=bare_program(folder)) as server:
        for path in ["/api", "/api/", "/api/table", "/nothing", "/healthz/",
                     "/api/tables/", "/api/tables/x/record",
                     "/api/tables//record", "/api/tables/a/b/record",
                     "/api/tables/../record", "/api/tables/x/records",
                     "/api/tables/" + "a" * 500 + "/record",
                     "/api/tables/x/record?game=0",
                     "/api/tables/x/record?game=x"]:
            status, fields, text = server.get(path)
            equal((path, status), (path, 404))
            equal(fields["content-type"], "application/json")
            equal(json.loads(text)["error"], "not-found")
        for path in ["/api/tables/x/records", "/not/the/tables/x/record",
                     "/api/tables//record"]:
            equal((path, server.ask("POST", path, "")[0]), (path, 404))
        for method, path, allowed in [
                ("POST", "/healthz", "GET, HEAD"),
                ("POST", "/api/tables/x/record", "GET, HEAD"),
                ("DELETE", "/api/tables", "GET, HEAD, POST"),
                ("PUT", "/api/tables", "GET, HEAD, POST"),
                ("GET", "/api/hello", "POST"),
                ("POST", "/api/records", "GET, HEAD")]:
            status, fields, text = server.ask(method, path, "")
            equal((method, path, status), (method, path, 405))
            equal(fields["allow"], allowed)
            equal(json.loads(text)["error"], "bad-method")


def test_hello(folder):
    with serve(folder) as server:
        ask = dict(body="{}", content_type="application/json")
        status, fields, text = server.ask("POST", "/api/hello", **ask)
        equal(status, 200)
        cookie = fields["set-cookie"]
        match = re.fullmatch(r"tioli=([0-9a-f]{32}); Path=/; Max-Age=\d+; "
                             r"HttpOnly; SameSite=Lax", cookie)
        assert match, cookie
        about = json.loads(text)
        equal(about["new"], True)
        assert match[1] not in text, "the token is not for scripts"
        status, fields, text = server.ask(
            "POST", "/api/hello", **ask, cookie=f"a=b; tioli={match[1]}")
        equal(fields["set-cookie"], cookie)
        equal(json.loads(text), dict(about, new=False))
        for bad in ["tioli=", "tioli=xyz", "tioli=" + "0" * 31,
                    "tioli=" + "g" * 32]:
            fields, text = server.ask("POST", "/api/hello", **ask,
                                      cookie=bad)[1:]
            equal((bad, json.loads(text)["new"]), (bad, True))
            assert bad + ";" not in fields["set-cookie"], bad
        # Other programs on the same host set cookies, too: ports don't count.
        others = "; ".join(f"other{i}=" + "z" * 100 for i in range(120))
        for many in [f"{others}; tioli={match[1]}",
                     f"tioli=xyz; {others}; tioli={match[1]}",
                     f"tioli={'0' * 500}; tioli={match[1]}"]:
            fields, text = server.ask("POST", "/api/hello", **ask,
                                      cookie=many)[1:]
            equal(json.loads(text), dict(about, new=False))
            equal(fields["set-cookie"], cookie)
        # What is too long to be read is refused, and nobody is replaced.
        for size in [17000, 60000]:
            status, fields, text = server.ask(
                "POST", "/api/hello", **ask,
                cookie=f"tioli={match[1]}; big={'z' * size}")
            equal((status, fields["set-cookie"]), (431, None))
            has(text, "too long")
    with serve(folder, "--public-url", "https://play.example") as server:
        has(server.ask("POST", "/api/hello", **ask)[1]["set-cookie"],
            "; Secure")


def test_a_foreign_host(folder):
    """is refused where the operator has named the server's own"""
    with serve(folder, "--public-url", "https://play.example:8443",
               "--origin", "https://other.example") as server:
        for host, status in [("play.example:8443", 200), ("play.example", 200),
                             ("localhost", 200), ("127.0.0.1:1", 200),
                             ("evil.example", 421), ("other.example", 421)]:
            equal((host, server.get("/healthz", host=host)[0]),
                  (host, status))
        text = server.get("/metrics")[2]
        has(text, 'tioli_network_refusals_total{reason="host"} 2\n')
    with serve(folder) as server:
        equal(server.get("/healthz", host="any.example")[0], 200)


def test_hello_takes_a_name(folder):
    database = folder / "a.db"
    with serve(folder, db=database) as server:
        person = server.hello()
        for body in [{"name": "Zoë", "colour": "#3a7bd5"}, {},
                     {"colour": "#000000"}, {"version": 1, "name": "Zo"}]:
            status, answer = server.post("/api/hello", body, cookie=person)
            equal(status, 200)
            told = dict({"name": "Zoë"}, **body)
            equal((answer["new"], answer["name"]), (False, told["name"]))
        for body, field in [({"name": ""}, "name"), ({"name": 1}, "name"),
                            ({"name": "x" * 41}, "name"),
                            ({"colour": "red"}, "colour"),
                            ({"token": "0" * 32}, "token"),
                            ({"version": 2}, "version"),
                            ({"table": "x"}, "table")]:
            status, answer = server.post("/api/hello", body, cookie=person)
            equal((body, status, answer["field"]), (body, 400, field))
        equal(server.post("/api/hello", [], cookie=person)[1]["error"],
              "bad-json")
        status, _, text = server.ask("POST", "/api/hello", "",
                                     content_type="application/json",
                                     cookie=person)
        equal((status, json.loads(text)["name"]), (200, "Zo"))
    with serve(folder, db=database) as server:
        answer = server.post("/api/hello", {}, cookie=person)[1]
        equal((answer["name"], answer["colour"]), ("Zo", "#000000"))


def test_hello_tells_the_address(folder):
    """what phones can open, as the banner has it"""
    with serve(folder) as server:
        equal(server.post("/api/hello", {})[1]["address"], None)
    url = "https://play.example"
    for more in [[], ["--trust-proxy"]]:
        with serve(folder, "--public-url", url + "/", *more) as server:
            equal(server.post("/api/hello", {})[1]["address"], url)
    for more in [[], ["--trust-proxy"]]:
        with serve(folder, "--listen", "all", *more) as server:
            address = server.post("/api/hello", {})[1]["address"]
            server.stop()
            text = server.process.stdout.read().decode()
        near = re.search(r"(\S+)/ +on the same network", text)
        equal(address, near[1] if near and not more else None)


def test_other_pages_may_not_post(folder):
    """the content type and the origin are checked"""
    with serve(folder, "--origin", "https://a.example") as server:
        here = f"http://127.0.0.1:{server.port}"
        for origin, wanted in [
                (here, 200), ("https://a.example", 200),
                ("https://a.example.evil", 403), ("http://a.example", 403),
                ("https://a.example:8443", 403), ("null", 403),
                ("https://evil.example", 403), (here + "0", 403)]:
            status, answer = server.post("/api/hello", {}, origin=origin)
            equal((origin, status), (origin, wanted))
            if wanted == 403:
                equal(answer["error"], "bad-origin")
        for kind, wanted in [
                ("application/json", 200),
                ("application/json; charset=utf-8", 200),
                ("Application/JSON", 200), ("text/plain", 415),
                ("application/jsonp", 415), ("multipart/form-data", 415),
                ("application/x-www-form-urlencoded", 415)]:
            status, _ = server.post("/api/hello", {}, content_type=kind)
            equal((kind, status), (kind, wanted))


def make_table(server, person, **settings):
    status, answer = server.post(
        "/api/tables", {"settings": settings}, cookie=person)
    equal((status, answer.get("error")), (201, None))
    return answer


def test_create(folder):
    url = "https://play.example"
    with serve(folder, "--public-url", url) as server:
        person = server.hello()
        table = make_table(server, person, players=3, listed=True)
        equal(table["link"], f"{url}/t/{table['table']}")
        assert re.fullmatch("[0-9a-z]{24}", table["table"]), table
        token = person.split("=")[1]
        status, answer = server.post("/api/tables", {},
                                     authorization=f"Bearer {token}")
        equal(status, 201)
        for _ in range(2):
            status, again = server.post(
                "/api/tables", {"id": "once"}, cookie=person)
        equal((status, again["again"]), (200, True))


def test_create_is_refused(folder):
    with serve(folder, "--max-tables", "1") as server:
        person = server.hello()
        equal(server.post("/api/tables", {})[1]["error"], "hello-first")
        equal(server.post("/api/tables", {}, cookie="tioli=x")[0], 401)
        equal(server.post("/api/tables", {}, cookie=person,
                          authorization="Bearer x")[0], 401)
        for value, error, field in [
                ({"colour": "#123456"}, "bad-message", "colour"),
                ({"settings": {"players": 6}}, "bad-message",
                 "settings.players"),
                ({"settings": {"nonsense": 1}}, "bad-message",
                 "settings.nonsense"),
                ({"sit": True}, "bad-message", "sit"),
                ([], "bad-json", None)]:
            status, answer = server.post("/api/tables", value, cookie=person)
            equal((status, answer["error"], answer.get("field")),
                  (400, error, field))
            assert answer["words"]
        status, _, text = server.ask("POST", "/api/tables", "{",
                                     content_type="application/json",
                                     cookie=person)
        equal((status, json.loads(text)["error"]), (400, "bad-json"))
        make_table(server, person)
        status, answer = server.post("/api/tables", {},
                                     cookie=person)
        equal((status, answer["error"]), (429, "too-many-tables"))


def test_list_of_tables(folder):
    """public ones alone"""
    with serve(folder) as server:
        equal(json.loads(server.get("/api/tables")[2]), {"tables": []})
        person = server.hello()
        make_table(server, person)
        make_table(server, person, watch="link")
        shown = make_table(server, person, players=3, listed=True,
                           edition="schmidt", code="sesame")
        listed = json.loads(server.get("/api/tables")[2])["tables"]
        equal([table["table"] for table in listed], [shown["table"]])
        about = listed[0]
        equal((about["phase"], about["players"], about["taken"],
               about["edition"], about["code"], about["host"]),
              ("open", 3, 0, "schmidt", True, None))
        has(server.get("/api/tables")[1]["cache-control"], "no-store")
        assert "sesame" not in server.get("/api/tables")[2]


def any_move(moves):
    """Some move of those that a state offers."""
    for word in ["pass", "done", "keep"]:
        if moves.get(word):
            return word
    for texts in ["lay", "draw"]:
        if moves.get(texts):
            return moves[texts][0]
    return f"discard {moves['discard'][0]}"


async def play(server, person, table):
    """A whole game against a bot, as short as can be."""
    async with websockets.connect(
            f"ws://127.0.0.1:{server.port}/ws", max_size=None,
            extra_headers={"Cookie": person},
            origin=f"http://127.0.0.1:{server.port}") as line:
        requests = [{"do": "hello", "version": 1},
                    {"do": "enter", "table": table},
                    {"do": "sit", "table": table, "bytes": "ab" * 32},
                    {"do": "bot", "table": table, "level": "random"},
                    {"do": "start", "table": table}]
        count = 0
        position = 0
        state = {}
        while True:
            for request in requests:
                count += 1
                await line.send(json.dumps({"id": str(count), **request}))
            requests = []
            message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            assert "error" not in message, message
            state = message.get("state", state)
            if "changes" in message:
                state = merged(state, message["changes"])
            if state.get("phase") == "over":
                return
            game = state.get("game")
            if game and state["position"] > position and \
                    state["you"]["seat"] in game["deciders"]:
                position = state["position"]
                requests = [{"do": "move", "table": table, "at": position,
                             "move": any_move(game["moves"])}]


def test_records(folder):
    with serve(folder) as server:
        person = server.hello()
        stranger = server.hello()
        tables = {}
        for watch in ["nobody", "link", "public"]:
            tables[watch] = make_table(
                server, person, players=2, starts=1, watch=watch,
                bot=0)["table"]
            path = f"/api/tables/{tables[watch]}/record"
            equal(server.get(path, cookie=person)[0], 404)
            asyncio.run(play(server, person, tables[watch]))
        listed = json.loads(server.get("/api/records")[2])
        equal([(one["table"], one["game"]) for one in listed["records"]],
              [(tables["public"], 1)])
        equal(listed["next"], None)
        about = listed["records"][0]["about"]
        equal((about["finished"], len(about["players"])), (True, 2))
        for watch, seen in [("nobody", 404), ("link", 200), ("public", 200)]:
            path = f"/api/tables/{tables[watch]}/record"
            equal((watch, server.get(path, cookie=person)[0]), (watch, 200))
            equal((watch, server.get(path, cookie=stranger)[0]), (watch, seen))
            equal((watch, server.get(path)[0]), (watch, seen))
        status, fields, text = server.get(path + "?game=1")
        equal(status, 200)
        equal(fields["content-type"], "text/plain; charset=utf-8")
        equal(fields["content-disposition"],
              f'attachment; filename="{tables["public"]}-1.tioli"')
        assert text.startswith("tioli record"), text[:80]
        (folder / "game.tioli").write_text(text)
        good("replay", folder / "game.tioli")
        has(good("verify", folder / "game.tioli"), "fair")
        equal(server.get(path + "?game=2")[0], 404)
        for before in ["x", "1.", "1.x", "1.x.y", "-1", "99999999999999999999",
                       "1.../../x.1"]:
            status, _, text = server.get(f"/api/records?before={before}")
            equal((before, status), (before, 400))
        newest = listed["records"][0]
        place = f"{newest['time']}.{newest['table']}.1"
        equal(json.loads(server.get(f"/api/records?before={place}")[2]),
              {"records": [], "next": None})
        later = json.loads(server.get(
            f"/api/records?before={newest['time'] + 1}")[2])
        equal(later["records"], [newest])


# ---- Figures ---------------------------------------------------------------

def metrics_of(server, **fields):
    status, headers, text = server.get("/metrics", **fields)
    equal(status, 200)
    equal(headers["content-type"],
          "text/plain; version=0.0.4; charset=utf-8")
    return read_metrics(text)


def test_metrics_reader_is_strict(folder):
    fine = "# HELP a_total x y\n# TYPE a_total counter\na_total 1\n"
    read_metrics(fine)
    for wrong in [fine.rstrip(), fine + "b 1\n", fine + fine,
                  fine.replace("counter", "gauge"), fine.replace(" 1", " x"),
                  fine.replace("a_total 1", "a_total 1\na_total 2"),
                  fine.replace("a_total 1", 'a_total{b="c} 1'),
                  fine.replace("a_total", "a-total")]:
        try:
            read_metrics(wrong)
        except (AssertionError, TypeError, StopIteration):
            continue
        raise AssertionError(f"accepted: {wrong!r}")


def test_metrics(folder):
    with serve(folder, db=folder / "a.db") as server:
        person = server.hello()
        before = metrics_of(server)
        table = make_table(server, person, players=2, starts=1,
                           bot=0)["table"]
        asked = "tioli_requests_total"
        equal(metrics_of(server)[asked][1]["", None] -
              before[asked][1]["", None], 1)
        server.post("/api/tables", [], cookie=person)
        asyncio.run(play(server, person, table))
        after = metrics_of(server)

        def rise(name, labels=None, suffix=""):
            return after[name][1][suffix, labels] - \
                before[name][1][suffix, labels]

        equal(rise("tioli_tables", 'phase="over"'), 1)
        equal(rise("tioli_tables_created_total"), 1)
        equal(rise("tioli_games_finished_total"), 1)
        equal(rise("tioli_refusals_total", 'error="bad-json"'), 1)
        assert rise("tioli_moves_total") > 5
        assert rise("tioli_events_total") > rise("tioli_moves_total")
        assert rise("tioli_thoughts_total") > 2
        asked = rise("tioli_answer_seconds", suffix="_count")
        moved = rise("tioli_move_seconds", suffix="_count")
        assert 2 < moved <= asked - 5, (moved, asked)
        assert rise("tioli_commit_seconds", suffix="_count") > 5
        assert rise("tioli_received_messages_total") >= 5
        assert rise("tioli_sent_bytes_total") > 1000
        equal(after["tioli_store_up"][1]["", None], 1)
        version = good("--version").split()[1]
        equal(after["tioli_build_info"][1],
              {("", f'version="{version}"'): 1})
        assert table not in server.get("/metrics")[2]


def test_metrics_are_documented(folder):
    table = OPERATING.read_text().split("| name | what |")[1].split("\n\n")[0]
    told = set(re.findall(r"`([a-z_]+)(?:\{[a-z]+\})?`", table))
    with serve(folder) as server:
        there = {name for name in metrics_of(server)
                 if not name.startswith("process_")}
    equal(told, there)


def test_who_may_read_metrics(folder):
    with serve(folder) as server:
        equal(server.get("/metrics", x_forwarded_for="192.0.2.1")[0], 404)
        equal(server.get("/metrics", forwarded="for=192.0.2.1")[0], 404)
        equal(server.get("/metrics")[0], 200)
    with serve(folder, "--trust-proxy") as server:
        equal(server.get("/metrics", x_forwarded_for="192.0.2.1")[0], 404)
        equal(server.get("/metrics", x_forwarded_for="127.0.0.1, 192.0.2.1")[0],
              404)
        equal(server.get("/metrics")[0], 200)
    with serve(folder, "--metrics", "public") as server:
        equal(server.get("/metrics", x_forwarded_for="192.0.2.1")[0], 200)
    with serve(folder, "--metrics", "off") as server:
        equal(server.get("/metrics")[0], 404)


# ---- TLS -------------------------------------------------------------------

def make_certificate(folder, name):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
         folder / f"{name}.key", "-out", folder / f"{name}.pem"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / f"{name}.pem", folder / f"{name}.key"


def test_tls(folder):
    cert, key = make_certificate(folder, "a")
    _, other_key = make_certificate(folder, "b")
    trust = ssl.create_default_context(cafile=str(cert))
    with serve(folder, "--cert", cert, "--key", key, tls=trust) as server:
        equal(server.get("/healthz")[2], "ok\n")
        has(server.ask("POST", "/api/hello", "{}",
                       content_type="application/json")[1]["set-cookie"],
            "; Secure")
        server.stop()
        has(server.process.stdout.read().decode(),
            f"https://127.0.0.1:{server.port}/ ")
    for words in [["--cert", cert, "--key", other_key],
                  ["--cert", key, "--key", key]]:
        has(refused(folder, "--db", "memory", "--listen", "127.0.0.1",
                    "--port", "0", *words), str(words[1]))


# ---- Files beside it -------------------------------------------------------

def test_the_containers_packages(folder):
    """it builds with what ./play installs"""
    text = (SOURCE / "tools" / "packages.sh").read_text()
    wanted = set(re.search(r'program_packages="([^"]*)"', text)[1].split())
    page = set(re.search(r'page_packages="([^"]*)"', text)[1].split())
    stages = (SOURCE / "Containerfile").read_text().split("\nFROM ")
    lists = [set(re.search(
        r"--no-install-recommends \\\n((?: +[a-z0-9. +-]+\\?\n)+)",
        stage + "\n")[1].replace("\\", "").split()) for stage in stages[1:]]
    equal(lists[0], wanted | page | {"nodejs", "npm"})
    # Each library that is built with has its other half where it runs.
    for package in wanted:
        stem = re.match("(lib[a-z]+)", package)
        if package.startswith("lib") and package != "libc6-dev":
            assert any(run.startswith(stem[1]) for run in lists[1]), package


def test_units(folder):
    """the service is told apart from the rest of the system"""
    text = (SOURCE / "data" / "tioli.service.in").read_text()
    for line in ["Type=notify", "DynamicUser=yes", "NoNewPrivileges=yes",
                 "WatchdogSec=60", "LimitCORE=0", "RestrictNamespaces=yes",
                 "ProtectSystem=strict", "MemoryDenyWriteExecute=yes",
                 "StateDirectory=tioli", "CapabilityBoundingSet="]:
        has(text.splitlines(), line)
    for variable in re.findall(r"^Environment=(\w+)=", text, re.M):
        option = variable[6:].lower().replace("_", "-")
        has(good("serve", "--help"), f"--{option} ")
