"""Holds what people were told against the log that is stored. `check()` returns
what is wrong as sentences; none is good."""

import collections

# Of a state what everybody at the table sees alike.
PUBLIC = ("phase", "games", "position", "host", "settings", "fair")
PUBLIC_GAME = ("round", "starter", "phase", "turn", "tray", "piles", "players",
               "history", "winners")


class Event:
    """A line of a table's log: number, time, word, fields."""

    def __init__(self, line):
        words = line.split(" ")
        fields = dict(word.split("=", 1) for word in words[3:] if "=" in word)
        self.seq, self.word = int(words[0]), words[2]
        self.request, self.person = fields.get("request"), fields.get("person")


def check(log, people, table):
    """Of a game that is over. log: the lines; people: with `requests`, `told`
    and `views`."""
    return (check_history(log, people, table)
            + check_states(people, table, len(log)))


def check_history(log, people, table):
    """Of any game, at any moment."""
    events = [Event(line) for line in log]
    found = check_numbers(events)
    carried = collections.Counter(
        (event.person, event.request) for event in events if event.request)
    found += [f"request {request} happened {count} times"
              for (_, request), count in carried.items() if count > 1]
    by_number = {event.seq: event for event in events}
    by_request = {event.request: event for event in events if event.request}
    for person in people:
        mine = [r for r in person.requests if r.table == table]
        for request in mine:
            found += check_request(request, by_number, by_request)
        found += check_order(mine)
        found += check_told(person.told.get(table, {}), by_number)
    return found


def check_numbers(events):
    numbers = [event.seq for event in events]
    if numbers != list(range(1, len(events) + 1)):
        return [f"the log's numbers are not 1, 2, 3 …: {numbers}"]
    return []


def check_request(request, by_number, by_request):
    name = f"{request.do} {request.id}"
    event = by_request.get(request.id)
    if request.seq is None:
        if event and request.error and not request.is_open:
            return [f"{name} was refused ({request.error}) and happened"]
        return []
    if not event:
        return [f"{name} was acknowledged as event {request.seq} and is lost"]
    if event.seq != request.seq or event.word != request.do:
        return [f"{name} was acknowledged as event {request.seq} and is "
                f"{event.word} {event.seq}"]
    return []


def check_order(requests):
    numbers = [r.seq for r in requests if r.seq is not None]
    if numbers != sorted(set(numbers)):
        return [f"one person's requests are not in order: {numbers}"]
    return []


def check_told(told, by_number):
    found = []
    for seq, news in told.items():
        event = by_number.get(seq)
        if not event:
            found.append(f"event {seq} was told ({news['event']}) and is lost")
        elif event.word != news["event"]:
            found.append(f"event {seq} was told as {news['event']} and is "
                         f"{event.word}")
    return found


def public(state):
    seen = {key: state.get(key) for key in PUBLIC}
    game = state.get("game") or {}
    seen["game"] = {key: game.get(key) for key in PUBLIC_GAME}
    return seen


def check_states(people, table, last):
    found = []
    views = [person.views[table] for person in people]
    for person, view in zip(people, views):
        if view.seq != last:
            found.append(f"{person.name} knows {view.seq} of {last} events")
    if any(public(view.state) != public(views[0].state) for view in views):
        found.append("people at one table see different games")
    return found
