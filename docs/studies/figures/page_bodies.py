"""docs/viscoplastic.md, docs/flexible.md, docs/fem.md, docs/materials.md, docs/conformance.md: studies, pictures and times."""
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import program
from .figure import ROOT, Files, Table
from .program import run
from .words import power, small, table

TESTS = {"tension": "--rate 1e-3,1e-4,1e-5 --strain 0.03", "cyclic": "--strain 0.005 --cycles 3.25 --samples 650",
         "relaxation": "--hold 1e5", "creep": "--stress 130MPa,150MPa,170MPa --hold 1e6"}


def materials():
    """The four pictures of the page, by the commands that stand below them."""
    for name, words in TESTS.items():
        with tempfile.TemporaryDirectory() as folder:
            program.output("material", "SS316-S-600C", "--test", name, *words.split(), "--out", folder)
            shutil.copy(Path(folder) / "curve.svg", ROOT / f"docs/materials/{name}.svg")


def work_precision():
    with tempfile.TemporaryDirectory() as folder:
        program.output(*"bench bolt --formulations qs --methods bdf2,bdf,radau5,radau --rtol 1e-3:1e-8 --until 110 --out".split(), folder)
        shutil.copy(next(Path(folder).glob("bolt*.svg")), ROOT / "docs/viscoplastic/work-precision.svg")


def bolt():
    for method in ("bdf", "bdf2", "radau5"):
        run("bolt", formulation="qs", method=method, rtol=1e-6)


def rod():
    for formulation in ("rcd1", "ggl1", "rcd0"):
        run("models/fe-slider-crank.json", formulation=formulation, method="radau5", rtol=1e-6, until=0.02, set={"sweeps": 2})


def chains():
    for formulation in ("rcd1", "ggl1", "psi1"):
        run("chain", formulation=formulation, rtol=1e-5, step=1e-5, until=3e-4)


_elastic = []


def elastic(k):
    """The k-th table of study_elastic, which also draws docs/smooth/rod.svg; a first cell is shown where it changes."""
    if not _elastic:
        _elastic.extend(program.tables(program.study("study_elastic", "models", "docs/smooth")))
    head, line, *rows = _elastic[k]
    shown, last = [head, line], ""
    for text in rows:
        first = text.split("|")[1]
        shown.append(text if first != last else text.replace(first, " ", 1))
        last = first
    return shown


def conditions():
    """With E = 2e11 N/m², in brackets 2e13."""
    cells = [[c.strip() for c in text.strip("|").split("|")] for text in _elastic[2][2:]] if elastic(2) else []
    soft = {(f, h): rest for f, e, h, *rest in cells if e == "2e11"}
    hard = {(f, h): rest for f, e, h, *rest in cells if e == "2e13"}
    rows, last = [], ""
    for (f, h), numbers in soft.items():
        pairs = [f"{small(float(a), 0)} ({small(float(b), 0)})" for a, b in zip(numbers, hard[f, h])]
        rows.append([f if f != last else "", power(float(h)), *pairs])
        last = f
    return table(["formulation", "h, s", "whole", "scaled by h", "equilibrated"], rows)


def script(name, *words):
    def make():
        return subprocess.run([str(ROOT / "docs/studies" / name), *words], cwd=ROOT, check=True, capture_output=True,
                              text=True).stdout.rstrip("\n").split("\n")
    return make


FIGURES = [
    Files("materials.md", "material-pictures", materials, probe_by=lambda: None),
    Files("viscoplastic.md", "bolt-work-precision", work_precision, is_time=True, probe_by=bolt),
    Table("viscoplastic.md", "bolt-refinement", lambda: program.tables(program.study("study_bolt", "docs/viscoplastic"))[0],
          is_time=True, probe_by=bolt),
    Table("flexible.md", "elastic-tolerances", lambda: elastic(0), is_time=True, probe_by=rod),
    Table("flexible.md", "elastic-orders", lambda: elastic(1), probe_by=rod),
    Table("flexible.md", "elastic-conditions", conditions, probe_by=rod),
    Table("fem.md", "fem-cost", lambda: program.tables(program.study("study_fem_cost", "plane"))[0], is_time=True,
          probe_by=rod),
    Table("fem.md", "fem-cost-space", lambda: program.tables(program.study("study_fem_cost", "space"))[0], is_time=True,
          probe_by=rod),
    Table("conformance.md", "chain-cost", script("chain_cost.sh", "build/release/pleuel"), is_time=True, probe_by=chains),
    Table("singular.md", "watch-cost", script("watch_cost.sh"), is_time=True, probe_by=chains),
]
