"""A guest at the bystander's own address: a school, a phone network. Whoever
has a token is not to notice, and a friend with the right code gets in."""

import itertools
import os
import socket

from attack import Attack
from client import WebSocket, http
from players import Gone, Player, bytes_of_chance, figure

JSON = ["Content-Type: application/json"]


def wait_for_others(server, count=2):
    """They were there first: else they would be newcomers as we are."""
    while figure(server, "tioli_sessions") < count:
        pass


class Neighbour(Attack):
    words = "a flood from the same address, with ever new tokens and without"

    def run(self, server, over):
        wait_for_others(server)
        done = {"refused": 0, "cut": 0, "made": 0, "open": 0}
        held = []
        try:
            for way in itertools.cycle([self.knock, self.flood, self.make,
                                        self.flood_anew, self.sit_still]):
                if over() and done["open"] and done["cut"]:
                    return done
                try:
                    way(server, done, held)
                except (Gone, OSError):
                    done["cut"] += 1
        finally:
            for one in held:
                one.close()

    def knock(self, server, done, _held):
        for _ in range(20):
            reply = http(server.port, "/api/tables")
            done["refused"] += reply.status == 429

    def flood(self, server, done, _held, token=None):
        ws = WebSocket(server.port, ["Authorization: Bearer " + token]
                       if token else [])
        if ws.status != 101:
            done["refused"] += 1
            return
        done["open"] += 1
        ping = ws.frame(1, '{"id":"x","do":"ping"}')
        ws.sock.sendall(ping * 100)
        while ws.recv() is not None:
            pass
        done["cut"] += 1

    def flood_anew(self, server, done, held):
        """Any 32 digits are a token."""
        for _ in range(5):
            self.flood(server, done, held, os.urandom(16).hex())

    def make(self, server, done, _held):
        for _ in range(20):
            reply = http(server.port, "/api/hello", "POST", JSON, b"{}")
            done["made"] += reply.status == 200

    def sit_still(self, server, done, held):
        """As many connections as there may be, and then more."""
        for _ in range(40):
            held.append(socket.create_connection(
                ("127.0.0.1", server.port), timeout=5))
            held[-1].sendall(b"GET / HT")
        while len(held) > 400:
            held.pop(0).close()

    def check(self, server, found):
        assert found["open"] > 0 and found["cut"] > 0, found
        refused = sum(figure(
            server, "tioli_network_refusals_total", reason=reason)
            for reason in ("rate", "address_rate", "address_connections"))
        assert refused > 0, found


class Guesser(Attack):
    words = "wrong codes from the same address before a friend's right one"

    def run(self, server, over):
        wait_for_others(server)
        host, friend = Player(server, "Host"), Player(server, "Friend")
        table = host.create(players=5, code="sesame")
        looked_at = refused = 0
        while not over() or not refused:
            try:
                eve = Player(server, check=False)
                for number in range(12):
                    error = self.sit(eve, table, f"guess {number}")["error"]
                    looked_at += error == "bad-code"
                    refused += error == "rate"
                eve.end()
            except (Gone, AssertionError, OSError):
                pass  # cut off: then somebody else
        return table, friend.token, looked_at, refused

    def sit(self, player, table, code):
        return player.ask("sit", table=table, code=code,
                          bytes=bytes_of_chance())

    def check(self, server, found):
        table, token, looked_at, refused = found
        assert refused > 0, "nobody was ever told to wait"
        # Ten, and one of each of those whom an address may bring.
        assert 10 <= looked_at <= 10 + 60 + 60, looked_at
        friend = Player(server, "Friend", token)
        answer = self.sit(friend, table, "sesame")
        assert answer.get("ok"), answer
