"""tioli bench: every figure is there, and beside its reference."""

from program import equal, good, good_json, has, same_in_every_build, usage


@same_in_every_build
def test_figures_as_json(folder):
    got = good_json("bench", "--time", "0.02", "--json")
    equal(got["seconds"], 0.02)
    equal(sorted(got["play"]),
          ["fresh_deal", "same_deal", "without_scoring"])
    for row in got["play"].values():
        for speed in [row, row["reference"]]:
            assert speed["moves_per_second"] > speed["decisions_per_second"]
            assert speed["decisions_per_second"] > speed["games_per_second"]
            assert speed["games_per_second"] > 0
        ratio = (row["moves_per_second"] /
                 row["reference"]["moves_per_second"])
        assert abs(row["ratio"] - ratio) < 0.01 * ratio + 0.01
    equal([row["dice"] for row in got["layouts"]], [5, 8, 13])
    for row in got["layouts"]:
        ratio = row["per_second"] / row["reference_per_second"]
        assert abs(row["ratio"] - ratio) < 0.01 * ratio + 0.01
        assert row["net_per_second"] > 0
    rows = [(row["bot"], row.get("playouts")) for row in got["deciding"]]
    equal(rows, [("random", None), ("easy", None), ("normal", None),
                 ("hard", None), ("expert", None), ("hard", 2000),
                 ("expert", 2000), ("ismcts", 2000)])
    for row in got["deciding"]:
        assert row["decisions_per_second"] > 0
    equal(sorted(got["playouts"]),
          ["expert_per_second", "hard_per_second", "ismcts_per_second",
           "light_per_second"])
    for figure in got["playouts"].values():
        assert figure > 0


@same_in_every_build
def test_figures_for_a_person(folder):
    text = good("bench", "--time", "0.01")
    for name in ["fresh deal", "same deal", "without scoring", " 5 dice",
                 " 8 dice", "13 dice", "normal", "expert", "ismcts",
                 "light policy", "expert, guided", "ismcts, random"]:
        has("\n" + text, "\n" + name)
    for line in text.splitlines():
        assert len(line) <= 80, line


def test_bad_times(folder):
    for text in ["", "x", "0", "0.001", "61", "-1", "1.", ".5", "1e1",
                 "0.0001", "1.5.2", "99999999999", "nan", "0x1"]:
        has(usage("bench", "--time", text),
            f"--time: expected 0.01 to 60 seconds, got '{text}'")
