"""A guest who makes the server think: by hints that nobody waits for, by as
many as can be asked for, and by tables full of bots that search."""

import contextlib
import json

from attack import Attack, elsewhere
from client import WebSocket
from players import Gone, Player, figure

ADDRESS = "127.0.0.2"


def table_to_decide_at(server):
    player = Player(server, "Curious", check=False)
    table = player.create(players=2, first=1)
    player.do("start", table=table, level="easy")
    player.until(lambda: player.moves(table))
    return player, table


def ask_for_hint(socket, token, table):
    """Who one is and what one wants, in one piece."""
    socket.sock.sendall(b"".join(
        socket.frame(1, json.dumps(message)) for message in (
            {"id": "1", "do": "hello", "version": 1, "token": token},
            {"id": "2", "do": "hint", "table": table})))


class ComeAskGo(Attack):
    words = "hints for connections that are closed at once"

    def run(self, server, over):
        asked = 0
        with elsewhere(ADDRESS):
            player, table = table_to_decide_at(server)
            while not over():
                try:
                    socket = WebSocket(server.port)
                    if socket.status == 101:
                        ask_for_hint(socket, player.token, table)
                        asked += 1
                    socket.end()
                except OSError:
                    pass
        return asked

    def check(self, server, found):
        assert found > 20, found
        given = figure(server, "tioli_hints_total")
        dropped = figure(server, "tioli_hints_dropped_total")
        assert dropped > 20 and dropped > 5 * given, (found, dropped, given)


class AskOnEverywhere(Attack):
    words = "hints on many connections at many tables, again and again"

    def run(self, server, over):
        asked = 0
        with elsewhere(ADDRESS), contextlib.ExitStack() as stack:
            sockets = []
            for _ in range(12):
                player, table = table_to_decide_at(server)
                for _ in range(5):
                    socket = WebSocket(server.port)
                    stack.callback(socket.end)
                    sockets.append((socket, player.token, table))
            while not over():
                for place, (socket, token, table) in enumerate(sockets):
                    try:
                        ask_for_hint(socket, token, table)
                        asked += 1
                        while not socket.quiet():
                            if socket.recv() is None:
                                raise OSError
                    except OSError:  # too fast: the next connection, please
                        with contextlib.suppress(OSError):
                            sockets[place] = (WebSocket(server.port), token,
                                              table)
        return asked

    def check(self, server, found):
        assert found > 60, found
        assert figure(server, "tioli_hints_refused_total") > 0


class TablesOfExperts(Attack):
    words = "many tables with bots that search"

    def run(self, server, over):
        players = []
        with elsewhere(ADDRESS):
            while len(players) < 10 and not over():
                player = Player(server, f"Host {len(players)}", check=False)
                players.append(player)
                # The tables of an earlier try are still there, and count.
                with contextlib.suppress(Gone, AssertionError):
                    for _ in range(12):
                        if over():
                            break
                        table = player.create(players=5, first=2, bot=0)
                        player.do("start", table=table, level="expert")
            while not over():
                for player in players:
                    with contextlib.suppress(Gone, AssertionError, OSError):
                        player.pump()
                        if player.sent < 40:
                            player.do("ping")

    def check(self, server, found):
        assert figure(server, "tioli_tables", phase="playing") > 5
        assert figure(server, "tioli_bot_wait_seconds_count") > 0
