"""Pages whose tables are written by a program of docs/studies/: drift.md, conformance.md, random-mechanisms.md."""
import csv
import shutil
import tempfile
from pathlib import Path

from . import program
from .figure import ROOT, Table
from .program import run
from .words import MOTIONS, small, table

_drift = {}


def drift_rows():
    """Of each formulation its points and its two exponents; docs/drift.csv and docs/drift.svg are written on the way."""
    if not _drift:
        for line in program.study("study_drift", "docs").split("\n"):
            if ": |g|" in line:
                name, rest = line.split(": ", 1)
                _drift[name] = {"position": rest.split("t^")[1].split(",")[0], "velocity": rest.split("t^")[2].split(";")[0], "points": []}
        with open(ROOT / "docs/drift.csv") as file:
            for row in csv.DictReader(file):
                _drift[row["formulation"]]["points"].append({k: float(row[k]) for k in ("t", "position", "velocity")})
    return _drift


def drift(level):
    def make():
        rows = []
        for t in (2, 20, 200, 2000):
            at = [min(drift_rows()[f]["points"], key=lambda p: abs(p["t"] - t))[level] for f in MOTIONS]
            rows.append([t] + [small(x) for x in at])
        return table(["t in s", *MOTIONS], rows + [["exponent from 20 s on"] + [drift_rows()[f][level].replace("-0.00", "0.00") for f in MOTIONS]])
    return make


def pendulums():
    for formulation in MOTIONS:
        run("pendulum", formulation=formulation, method="radau5", rtol=1e-9, until=2000)


def written(page, name, target, *options):
    """What the program puts between the marks of a copy of the page."""
    def make():
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copy(ROOT / "docs" / page, folder))
            program.study(target, *options, str(copy))
            text = copy.read_text()
        begin = f"<!-- {name}:begin -->\n"
        return text[text.index(begin) + len(begin):text.index(f"<!-- {name}:end -->")].rstrip("\n").split("\n")
    return make


def crossed(cases, methods, rtol):
    def make():
        for case in cases:
            for formulation in MOTIONS:
                for method in methods:
                    run(case, formulation=formulation, method=method, rtol=rtol)
    return make


FIGURES = [
    Table("drift.md", "drift-position", drift("position"), probe_by=pendulums),
    Table("drift.md", "drift-velocity", drift("velocity"), probe_by=pendulums),
    Table("conformance.md", "conformance", written("conformance.md", "conformance", "study_conformance"),
          probe_by=crossed(("pendulum", "slider-crank", "andrews", "bushing", "top", "chain"), ("radau5",), 1e-8)),
    Table("random-mechanisms.md", "random", written("random-mechanisms.md", "random", "random_mechanisms", "--page"),
          probe_by=crossed(("models/four-bar.json", "models/chain-spatial.json", "models/suspension.json"), ("radau5", "radau", "bdf"), 1e-7)),
]
