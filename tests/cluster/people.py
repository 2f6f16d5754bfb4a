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

# Seconds without an answer: connect again. Twice as long after each such time,
# so that servers which are only slow are not asked again for ever.
SILENCE = 20 if SLOW else 5
PATIENCE = 180   # seconds without any server: it has failed
AGAIN = 0.1      # seconds between two tries to connect
RESTLESS = 0.03  # of all requests whose answer is not waited for
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
    def __init__(self, port, luck, **more):
        self.luck = luck
        self.silence = SILENCE
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
        end = time.monotonic() + self.silence
        while not ready():
            left = end - time.monotonic()
            if left <= 0:
                self.silence = min(2 * self.silence, PATIENCE / 4)
                raise Gone
            if self.socket.data or select.select([self.socket.sock], [], [],
                                                 left)[0]:
                self.read()
        self.silence = SILENCE

    def ask(self, do, id=None, **fields):
        id = self.send(do, id, **fields)
        self.until(lambda: id in self.answers)
        answer = self.answers.pop(id)
        if do == "hello" and answer.get("error") in FOR_NOW:
            raise Gone
        return answer

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

    def read_again(self, table, seq):
        """Everything from the beginning. Somebody at the table knows `seq`; who
        asks as if they knew nothing may be told less at first."""
        def again():
            self.connect()
            self.views[table] = View()
            if self.enter(table, after=0).get("error") in FOR_NOW:
                raise Gone
            self.until(lambda: self.views[table].state_seq >= seq)
        self.persist(again)

    def command(self, do, table, **fields):
        """The answer, from whichever server gives one at last."""
        request = Request(self.id(), do, table, fields)
        self.requests.append(request)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            request.error = None  # nobody knows, until it is answered
            try:
                if self.luck.random() < RESTLESS:
                    self.send(do, id=request.id, table=table, **fields)
                    raise Gone
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
        self.spans = []    # from when somebody was ready until it was done
        self.since = 0.0   # somebody is ready
        self.last = 0.0    # something was acknowledged
        self.tables = []
        self.table = None
        self.people = []
        # Two people, or one or two of them and a bot.
        self.tokens = [None] * (1 if number % 3 == 2 else 2)
        self.has_bot = number % 3 > 0

    def run(self):
        try:
            while not self.is_last:
                table, people = self.seat()
                while self.move(table, people):
                    pass
                self.check(table, people)
                for person in people:
                    person.end()
        except BaseException as error:  # noqa: BLE001 the main thread tells
            self.failure = error

    def think(self):
        """Nobody has to think when all wait for the last games."""
        if not self.is_last:
            time.sleep(self.luck.uniform(0, self.pace))
        self.since = time.monotonic()

    def note_time(self):
        self.last = time.monotonic()
        self.spans.append((self.since, self.last))
        self.since = self.last

    def seat(self):
        """The same people each time, at a new table."""
        self.since = time.monotonic()
        people = [Person(self.port, self.luck, token=token)
                  for token in self.tokens]
        self.tokens = [person.token for person in people]
        first = people[0]
        table = self.create(first)
        self.table, self.people = table, people
        self.tables.append(table)
        self.note_time()
        for person in people:
            person.views.setdefault(table, View())
            person.come_back(table)
            self.need(person, "sit", table, bytes=bytes_of_chance())
        if self.has_bot:
            self.need(first, "bot", table, level="easy")
            self.need(first, "start", table)
        return table, people

    def create(self, person):
        """The table. However often it is asked for, it is one."""
        id = person.id()
        settings = {"players": len(self.tokens) + self.has_bot, "starts": 1,
                    "bot": 15, "grace": 600000}

        def once():
            if person.socket is None:
                person.connect()
            try:
                answer = person.ask("create", id=id, settings=settings)
            except (Gone, OSError):
                person.end()
                raise
            if answer.get("error") in FOR_NOW:
                raise Gone
            return answer["table"]
        return person.persist(once)

    def need(self, person, do, table, **fields):
        answer = person.command(do, table, **fields)
        assert answer.get("ok"), (do, answer)
        self.note_time()

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
            self.note_time()
            self.catch_up(person, table, answer["seq"])
            self.think()
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
