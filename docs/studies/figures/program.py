"""Runs of the program, for figures."""
import csv
import functools
import hashlib
import json
import math
import subprocess
import tempfile
from pathlib import Path

PROBE_STEPS = 40
_program = "pleuel"
_root = "."
_known = {}
_probed = None  # a list while a figure is probed


def use(program, root):
    global _program, _root
    _program, _root = program, str(root)


def root():
    return Path(_root)


def output(*words):
    """What the program prints, whatever its exit code."""
    return subprocess.run([_program, *words], cwd=_root, capture_output=True, text=True, check=False).stdout


def run(case, *words, **options):
    """The JSON of a run. Options: formulation, method, rtol, atol (as rtol unless given), until, step, h0, set (a dict)."""
    line = ["run", case, "--json", *words]
    for name in ("formulation", "method", "until", "step", "h0"):
        if options.get(name) is not None:
            line += ["--" + name, f"{options[name]:.12g}" if isinstance(options[name], float) else str(options[name])]
    if "rtol" in options:
        line += ["--rtol", number(options["rtol"]), "--atol", number(options.get("atol", options["rtol"]))]
    settings = dict(options.get("set", {}))
    if _probed is not None:
        settings["max_steps"] = str(PROBE_STEPS)
    for name, value in settings.items():
        line += ["--set", f"{name}={value}"]
    key = tuple(line)
    if key not in _known:
        _known[key] = json.loads(output(*line))
    if _probed is not None:
        _probed.append(_known[key])
        return Absorbing()
    return _known[key]


def trajectory(case, column, every, **options):
    """One column of the trajectory at equal intervals."""
    run(case, **options)  # for the probe, and to know that it ends
    if _probed is not None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        run(case, "--every", number(every), "--out", folder, "--no-page", **options)
        with open(Path(folder) / "trajectory.csv") as file:
            return [float(row[column]) for row in csv.DictReader(file)]


@functools.cache
def environment():
    """Compiler, flags and processor, as a bench states them."""
    line = "bench spring-pendulum --formulations rcd0 --methods radau5 --rtol 1e-2 --until 0.1 --repeat 1 --json"
    found = json.loads(output(*line.split()))["environment"]
    return {key: found[key] for key in ("compiler", "flags", "cpu")}


def study(target, *words):
    """What a program of docs/studies/ prints; it is built beside the program, and its words are paths from the root."""
    folder = Path(_program).parent
    for line in (["cmake", str(folder)], ["ninja", "-C", str(folder), target]):
        subprocess.run(line, check=True, capture_output=True)
    found = [path for path in (folder / "benchmarks" / target, folder / "tests" / target) if path.exists()]
    return subprocess.run([str(found[0]), *words], cwd=_root, capture_output=True, text=True, check=True).stdout


def tables(text):
    """The Markdown tables in a text, each as its lines."""
    found = [[]]
    for line in text.split("\n"):
        if line.startswith("|"):
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [table for table in found if table]


def number(value):
    return f"{value:g}" if isinstance(value, (int, float)) else value


def probing(make):
    """A hash of what the runs of `make` do in their first steps."""
    global _probed
    _probed = []
    try:
        make()
        states = [(r.get("t"), r.get("stats"), [f"{y:.6e}" if y is not None else "" for y in r.get("y", [])]) for r in _probed]
    finally:
        _probed = None
    text = json.dumps([[f"{t:.6e}" if t is not None else "", s, y] for t, s, y in states])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class Absorbing:
    """Stands for the results of a run that was only begun: whatever is computed from it means nothing, and nobody looks at it."""

    def _same(self, *_):
        return self

    __getitem__ = __getattr__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _same
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __neg__ = __abs__ = get = _same

    def __float__(self):
        return 1.0

    def __int__(self):
        return 1

    __index__ = __round__ = lambda self, *_: 1

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 1

    def __lt__(self, other):
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def __eq__(self, other):
        return False

    __hash__ = object.__hash__

    def __format__(self, _):
        return "0"


def value(result, *keys):
    """result[keys[0]][keys[1]]…, NaN where a run failed or there is no such number."""
    for key in keys:
        if result is None or isinstance(result, dict) and key not in result:
            return math.nan
        result = result[key]
    return math.nan if result is None else result


def is_probe(result):
    """A run that was only begun."""
    return isinstance(result, Absorbing)


def is_ok(result):
    return is_probe(result) or result.get("status") == "ok"
