"""Reads the text form of Prometheus' metrics more strictly than it does."""

import re

from program import equal

NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? "
                    r"([0-9]+(?:\.[0-9]+)?|\+Inf)")


def read_metrics(text):
    """{name: (type, {(suffix, labels): value})}, strictly."""
    assert text.endswith("\n")
    metrics = {}
    family = None
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("# HELP "):
            match = re.fullmatch(rf"# HELP ({NAME}) (\S.*\S)", line)
            family = match[1]
            assert family not in metrics, f"{family} is split"
            kind = re.fullmatch(
                rf"# TYPE {family} (counter|gauge|histogram)", next(lines))
            metrics[family] = (kind[1], {})
            continue
        match = SAMPLE.fullmatch(line)
        assert match, line
        name, labels, value = match.groups()
        kind, samples = metrics[family]
        suffix = name[len(family):]
        assert name.startswith(family), line
        assert suffix in ("_bucket", "_sum", "_count") \
            if kind == "histogram" else suffix == "", line
        assert (suffix, labels) not in samples, line
        samples[suffix, labels] = float(value)
    for name, (kind, samples) in metrics.items():
        assert samples, name
        assert name.endswith("_total") == (kind == "counter"), name
        if kind == "histogram":
            check_histogram(name, samples)
    return metrics


def check_histogram(name, samples):
    assert name.endswith("_seconds"), name
    bounds = [(re.fullmatch('le="(.*)"', labels)[1], value)
              for (suffix, labels), value in samples.items()
              if suffix == "_bucket"]
    numbers = [float(bound) for bound, _ in bounds]
    equal(numbers, sorted(set(numbers)))
    equal(bounds[-1][0], "+Inf")
    values = [value for _, value in bounds]
    equal(values, sorted(values))
    equal(values[-1], samples["_count", None])
    assert ("_sum", None) in samples
