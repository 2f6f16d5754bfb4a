"""A guest who asks for whatever is cheap to ask for, as fast as they can."""

from attack import Attack, elsewhere
from players import Gone, Player


class Requests(Attack):
    words = "a flood of small requests"

    def run(self, server, over):
        asked = cut = 0
        with elsewhere("127.0.0.2"):
            while not over():
                try:
                    player = Player(server, "Flood", check=False)
                    while not over():
                        player.send("ping")
                        player.pump()
                        asked += 1
                except (Gone, AssertionError, OSError):
                    cut += 1
        return asked, cut

    def check(self, server, found):
        asked, cut = found
        assert asked > 0 and cut > 0, f"{asked} asked, {cut} times cut off"
