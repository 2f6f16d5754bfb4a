"""Reads a QR code as it stands on a terminal: enough of the standard for an
address (byte mode, level L, versions 1 to 5), and without mending errors, for
there are none on a screen."""

import re

DATA_BYTES = {1: 19, 2: 34, 3: 55, 4: 80, 5: 108}
QUIET = 4
MASKS = [
    lambda i, j: (i + j) % 2 == 0,
    lambda i, j: i % 2 == 0,
    lambda i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
]
HALVES = re.compile("\x1b\\[38;5;(\\d+)m\x1b\\[48;5;(\\d+)m\u2580")
BLANKS = re.compile("\x1b\\[48;5;(\\d+)m  ")


def modules(screen):
    """Rows of booleans, True for dark, without the quiet zone."""
    rows = []
    for line in screen.splitlines():
        halves = HALVES.findall(line)
        blanks = BLANKS.findall(line)
        if halves:
            rows.append([upper == "16" for upper, _ in halves])
            rows.append([lower == "16" for _, lower in halves])
        elif blanks:
            rows.append([colour == "16" for colour in blanks])
    size = len(rows[0])
    inner = range(QUIET, size - QUIET)
    for i, row in enumerate(rows):
        for j, dark in enumerate(row):
            assert i in inner and j in inner or not dark, "no quiet zone"
    assert len(rows) >= size, "it is cut off"
    return [row[QUIET:size - QUIET] for row in rows[QUIET:size - QUIET]]


def is_pattern(i, j, size, version):
    """Whether the module is part of no data."""
    if i < 9 and j < 9 or i < 9 and j >= size - 8 or i >= size - 8 and j < 9:
        return True
    if i == 6 or j == 6:
        return True
    return version > 1 and abs(i - (size - 7)) < 3 and abs(j - (size - 7)) < 3


def read_format(code):
    places = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)]
    places += [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    value = 0
    for i, j in places:
        value = value << 1 | code[i][j]
    value = (value ^ 0x5412) >> 10
    assert value >> 3 == 1, "not level L"
    return value & 7


def read_bits(code, version, mask):
    size = len(code)
    column = size - 1
    upward = True
    while column > 0:
        if column == 6:
            column -= 1
        for i in range(size - 1, -1, -1) if upward else range(size):
            for j in (column, column - 1):
                if not is_pattern(i, j, size, version):
                    yield code[i][j] ^ MASKS[mask](i, j)
        upward = not upward
        column -= 2


def decode(screen):
    code = modules(screen)
    version, rest = divmod(len(code) - 17, 4)
    assert rest == 0 and version in DATA_BYTES, len(code)
    for corner in [(0, 0), (0, len(code) - 7), (len(code) - 7, 0)]:
        finder = [code[corner[0] + i][corner[1]:corner[1] + 7]
                  for i in range(7)]
        assert all(finder[0]) and all(finder[6]) and not any(finder[1][1:6])
    bits = "".join("01"[bit] for bit in
                   read_bits(code, version, read_format(code)))
    assert bits[:4] == "0100", "not in bytes"
    count = int(bits[4:12], 2)
    assert count <= DATA_BYTES[version]
    data = bits[12:12 + 8 * count]
    return bytes(int(data[i:i + 8], 2)
                 for i in range(0, len(data), 8)).decode()
