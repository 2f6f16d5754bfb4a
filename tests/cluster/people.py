"""People who play on whatever happens to the servers: a connection that breaks
is opened again, a request without an answer is sent again with the same id, and
every request and everything that was told is kept for the checker."""

import pathlib
import select
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "server"))
from players import (SLOW, Gone, Player, View,  # noqa: E402
                     bytes_of_chance, choose)

SILENCE = 20 if SLOW else 5     # seconds without an answer: connect again
PATIENCE = 120 if SLOW else 60  # seconds without any server: it has failed
AGAIN = 0.1                     # seconds between two tries to connect
# After these nobody knows, or it may be otherwise in a moment.
FOR_NOW = {"not-saved", "busy", "draining", "rate"}


class Request:
    """What was asked for, and what is known of it."""

    def __init__(self, id, do, table, fields):
        self.id, self.do, self.table, self.fields = id, do, table, fields
        self.seq = None        # of its event, once it was acknowledged
        self.error = None      # the last refusal
        self.is_open = False   # one try at least had no clear answer


class Person(Player):
    def __init__(self, port, **more):
        self.requests = []
        self.told = {}         # table: {number: news}, whoever told it
        self.returns = 0
        self.port = port
        self.persist(lambda: super(Person, self).__init__(
            self, check=False, **more))

    def persist(self, action):
        """Until it is done, for as long as servers may be away."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return action()
            except (Gone, OSError, EOFError) as error:
                if time.monotonic() > end:
                    raise AssertionError(
                        f"no server for {PATIENCE} s") from error
                time.sleep(AGAIN)

    def connect(self):
        self.end()
        try:
            return super().connect()
        except AssertionError as error:
            if self.socket and self.socket.status == 101:
                raise
            raise Gone from error  # HAProxy knows no server just now

    def until(self, ready):
        end = time.monotonic() + SILENCE
        while not ready():
            left = end - time.monotonic()
            if left <= 0:
                raise Gone
            if self.socket.data or select.select([self.socket.sock], [], [],
                                                 left)[0]:
                self.read()

    def ask(self, do, id=None, **fields):
        id = self.send(do, id, **fields)
        self.until(lambda: id in self.answers)
        return self.answers.pop(id)

    def take_table(self, message):
        super().take_table(message)
        self.seen.clear()
        if "news" in message:
            told = self.told.setdefault(message["table"], {})
            before = told.setdefault(message["seq"], message["news"])
            assert before == message["news"], (
                f"event {message['seq']} was told as {before} and then as "
                f"{message['news']}")

    def come_back(self, table):
        """Connects again, and catches up."""
        def again():
            self.connect()
            answer = self.enter(table, after=self.views[table].seq)
            if answer.get("error") in FOR_NOW:
                raise Gone
            assert answer.get("ok"), answer
        self.answers.clear()
        self.returns += 1
        self.persist(again)

    def read_again(self, table):
        """Everything from the beginning."""
        def again():
            self.connect()
            self.views[table] = View()
            if self.enter(table, after=0).get("error") in FOR_NOW:
                raise Gone
        self.persist(again)

    def command(self, do, table, **fields):
        """The answer, from whichever server gives one at last."""
        request = Request(self.id(), do, table, fields)
        self.requests.append(request)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = self.ask(do, id=request.id, table=table, **fields)
            except (Gone, OSError):
                request.is_open = True
                self.come_back(table)
                continue
            if answer.get("ok"):
                request.seq = answer["seq"]
                return answer
            request.error = answer["error"]
            if request.error not in FOR_NOW:
                return answer
            request.is_open |= request.error == "not-saved"
            self.wait_a_little(table)
        raise AssertionError(f"{do}: {request.error} for {PATIENCE} s")

    def wait_a_little(self, table):
        """For news, or a moment."""
        try:
            select.select([self.socket.sock], [], [], AGAIN)
            self.pump()
        except (Gone, OSError):
            self.come_back(table)


class Game(threading.Thread):
    """One table after another, each played to its end."""

    def __init__(self, port, number, luck, check, pace):
        super().__init__(daemon=True)
        self.port, self.number, self.luck = port, number, luck
        self.check, self.pace = check, pace
        self.is_last = False
        self.failure = None
        self.acknowledged = []   # when
        self.played = 0
        self.table = None
        self.people = []

    def run(self):
        try:
            while not self.is_last:
                table, people = self.seat()
                while self.move(table, people):
                    time.sleep(self.luck.uniform(0, self.pace))
                self.check(table, people)
                self.played += 1
                for person in people:
                    person.end()
        except BaseException as error:  # noqa: BLE001 the main thread tells
            self.failure = error

    def seat(self):
        """Two people, or one or two of them and a bot."""
        kind = self.number % 3
        people = [Person(self.port) for _ in range(1 if kind == 2 else 2)]
        size = len(people) + (kind > 0)
        first = people[0]

        def create():
            if first.socket is None:
                first.connect()
            try:
                answer = first.ask("create", settings={
                    "players": size, "starts": 1, "bot": 15,
                    "grace": 600000})
            except (Gone, OSError):
                first.end()
                raise
            if answer.get("error") in FOR_NOW:
                raise Gone
            return answer["table"]
        table = first.persist(create)
        self.table, self.people = table, people
        for person in people:
            person.views.setdefault(table, View())
            person.come_back(table)
            self.need(person, "sit", table, bytes=bytes_of_chance())
        if kind > 0:
            self.need(first, "bot", table, level="easy")
            self.need(first, "start", table)
        return table, people

    def need(self, person, do, table, **fields):
        answer = person.command(do, table, **fields)
        assert answer.get("ok"), (do, answer)
        self.acknowledged.append(time.monotonic())

    def move(self, table, people):
        """False once the game is over."""
        for person in people:
            try:
                person.pump()
            except (Gone, OSError):
                person.come_back(table)
        if all(person.state(table)["phase"] == "over" for person in people):
            return False
        movers = [person for person in people if person.moves(table)]
        if not movers:
            for person in people:
                person.wait_a_little(table)
            return True
        person = self.luck.choice(movers)
        answer = person.command(
            "move", table, at=person.state(table)["position"],
            move=choose(person.moves(table), self.luck))
        if answer.get("ok"):
            self.acknowledged.append(time.monotonic())
            self.catch_up(person, table, answer["seq"])
        else:
            assert answer["error"] == "stale", answer
            person.come_back(table)
        return True

    def catch_up(self, person, table, seq):
        """What was acknowledged is also told, sooner or later."""
        view = person.views[table]
        while view.state_seq < seq:
            try:
                person.until(lambda: view.state_seq >= seq)
            except (Gone, OSError):
                person.come_back(table)
