"""A guest who asks for the list of records over and over, on a server that has
many records which the list does not show, and for their own lists."""

import time

from attack import MIB, Attack, elsewhere
from client import http
from players import Gone, Player, Server
from stock import put_records

PRIVATE = 2000
PUBLIC = 60


class Records(Attack):
    words = "lists of records, again and again"
    disk = 4 * MIB

    def prepare(self, folder):
        server = Server(folder)
        server.start()
        server.stop()
        put_records(server.db, PRIVATE, listed=0)
        put_records(server.db, PUBLIC, listed=1, first=PRIVATE + 1,
                    time_of=lambda place:
                    int(time.time() * 1000) - 86400000 - place)

    def run(self, server, over):
        asked = refused = 0
        began = time.monotonic()
        with elsewhere("127.0.0.2"):
            while not over():
                try:
                    player = Player(server, "Lists", check=False)
                    while not over():
                        if asked % 4 == 0 and player.sent < 50:
                            player.do("mine")
                        reply = http(server.port, "/api/records")
                        asked += reply.status == 200
                        refused += reply.status != 200
                        if reply.status == 200:
                            assert reply.body.count(b'"about"') == 50
                except (Gone, OSError):
                    refused += 1
        return asked, time.monotonic() - began

    def check(self, server, found):
        asked, seconds = found
        assert asked > 90, f"{asked} answers in {seconds:.1f} s"
