"""docs/bdf.md"""
import csv
import math
from pathlib import Path

from .figure import Sentence, Table
from .program import is_ok, run, value
from .words import mean, power, small, table

PAGE = "bdf.md"
TOLERANCES = [10.0 ** -k for k in range(5, 13)]
FORMULATIONS = ["rcd0", "psi0", "ovd0", "rcd1", "ggl1", "psi1", "ovd1", "ori2"]
DATA = Path(__file__).resolve().parents[3] / "src/lab/data"


def pendulum(formulation, rtol, until=20, **settings):
    return run("pendulum", formulation=formulation, method="bdf", rtol=rtol, until=until, set=settings)


def table_error(result):
    return float(value(result, "reference", "error_table"))


def orders():
    """Constant steps: log2 of the ratio of the errors with n and 2n steps, and the latter."""
    def cell(formulation, order, n):
        errors = [float(value(run("pendulum", formulation=formulation, method="bdf", rtol=1e-12, until=1.3, step=1.3 / m,
                                  set={"order": order}), "reference", "error")) for m in (n, 2 * n)]
        return f"{math.log2(errors[0] / errors[1]):.2f} ({small(errors[1])})"
    steps = [4000, 1000, 400, 300, 200]
    names = [("rcd0", "rcd0"), ("rcd1", "rcd1"), ("ggl1, psi1, ovd1", "ggl1"), ("psi0, ovd0", "psi0"), ("ori2", "ori2")]
    return table(["formulation", 1, 2, 3, 4, 5],
                 [[text] + [cell(f, k + 1, n) for k, n in enumerate(steps)] for text, f in names])


def table6():
    def cell(formulation, rtol):
        result = pendulum(formulation, rtol)
        return small(table_error(result)) if is_ok(result) else "fails"
    return table([""] + [power(t) for t in TOLERANCES], [[f] + [cell(f, t) for t in TOLERANCES] for f in FORMULATIONS])


def published(name, solver, formulation):
    """Errors by tolerance; those that succeeded."""
    with open(DATA / f"{name}.csv") as file:
        rows = [r for r in csv.DictReader(file) if r["solver"] == solver and r["formulation"] == formulation]
    return {float(r["tol"]): float(r["published_error"]) for r in rows if r["published_error"] not in ("", "-")}


def means():
    rows = []
    for formulation, settings in [("rcd0", {}), ("psi0", {}), ("psi0", {"algebraic": "tested"}), ("ovd0", {}),
                                  ("ovd0", {"algebraic": "tested"})]:
        ours = mean(table_error(pendulum(formulation, t, **settings)) for t in TOLERANCES)
        cells = [formulation + (", `algebraic=tested`" if settings else ""), small(ours)]
        for solver in ("DASPK", "DASSL", "ODASSL", "OVDBDF"):
            theirs = published("pendulum-6", solver, formulation)
            cells.append(small(mean(theirs.values())) if len(theirs) == len(TOLERANCES) else "–")
        rows.append(cells)
    return table(["", "bdf", "DASPK", "DASSL", "ODASSL", "OVDBDF"], rows)


def table9():
    """Means of bdf and of another code over the tolerances at which that one succeeded."""
    def pair(formulation, solver):
        theirs = published("pendulum-9", solver, formulation)
        ours = mean(table_error(pendulum(formulation, t, 2000, algebraic="tested")) for t in theirs)
        return ours, mean(theirs.values())
    def text(x):
        return f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 1 else f"{x:.2f}"
    cells = []
    for formulation, solver in [("rcd0", "DASPK"), ("rcd0", "DASSL"), ("rcd0", "ODASSL"), ("rcd0", "OVDBDF")]:
        cells += [text(x) for x in pair(formulation, solver)]
    psi0 = [pair("psi0", solver) for solver in ("DASPK", "DASSL", "OVDBDF")]
    cells += [text(psi0[0][0])] + [text(theirs) for _, theirs in psi0]
    cells += [text(x) for x in pair("psi0", "ODASSL")]
    ovd0 = [pair("ovd0", solver) for solver in ("ODASSL", "OVDBDF")]
    return cells + [text(ovd0[0][0])] + [text(theirs) for _, theirs in ovd0]


def steps_of(*pairs):
    return lambda: [str(int(value(run(case, **options), "stats", "steps"))) for case, options in pairs]


def bdf2():
    cells = []
    for rtol in (1e-3, 1e-4, 1e-5, 1e-6):
        result = run("pendulum", formulation="ggl1", method="bdf2", rtol=rtol)
        error = table_error(result)
        cells += [str(int(value(result, "stats", "steps"))), f"{error:.1f}" if error >= 1 else f"{error:.2f}"]
    return cells


FIGURES = [
    Table(PAGE, "bdf-orders", orders),
    Table(PAGE, "bdf-table6", table6),
    Table(PAGE, "bdf-means", means),
    Sentence(PAGE, "bdf-table9",
             "bdf first: rcd0 {} and {} (DASPK, five), {} and {} (DASSL, five), {} and {} (ODASSL, six), {} and {} (OVDBDF, five); "
             "psi0 {} and {}, {}, {} (DASPK, DASSL, OVDBDF, four), {} and {} (ODASSL, eight); ovd0 {} and {} (ODASSL), {} (OVDBDF).",
             table9),
    Sentence(PAGE, "bdf2-pendulum",
             "steps and `error_table`: {} and {} at 1e-3, {} and {} at 1e-4, {} and {} at 1e-5, {} and {} at 1e-6.", bdf2),
    Sentence(PAGE, "bdf-flyball", "models/flyball.json, rcd0, 1e-8 took 1333437 steps to 0.5 s, with the weight {}.",
             steps_of(("models/flyball.json", {"formulation": "rcd0", "method": "bdf", "rtol": 1e-8, "until": 0.5}))),
    Sentence(PAGE, "bdf-andrews-rcd1", "Jacobian renewed in each step 459, this prediction {}.",
             steps_of(("andrews", {"formulation": "rcd1", "method": "bdf", "rtol": 1e-6}))),
]
