"""docs/mebdf.md"""
import math

from .figure import Table
from .page_bdf import TOLERANCES, published, table_error
from .program import is_ok, run, value
from .words import power, small, table

PAGE = "mebdf.md"
FORMULATIONS = ["ori2", "rcd1", "rcd0", "ggl1", "psi1", "psi0", "ovd1", "ovd0"]
STEPS = [2000, 800, 400, 200, 160, 100, 90, 80]
ELASTIC = "models/fe-slider-crank.json"


def orders():
    """Constant steps: log2 of the ratio of the errors with n and 2n steps."""
    def cell(formulation, order, kind):
        n = STEPS[order - 1]
        errors = [float(value(run("pendulum", formulation=formulation, method="mebdf", rtol=1e-13, until=1.3, step=1.3 / m,
                                  set={"order": order}), "reference", "error_" + kind)) for m in (n, 2 * n)]
        return f"{math.log2(errors[0] / errors[1]):.2f} ({small(errors[1])})"
    rows = [[f"{f}, {name}"] + [cell(f, p, kind) for p in range(1, 9)]
            for f in ("rcd0", "ggl1") for name, kind in (("q", "q"), ("v", "v"))]
    return table([""] + list(range(1, 9)), rows)


def table6():
    def cell(formulation, rtol):
        result = run("pendulum", formulation=formulation, method="mebdf", rtol=rtol, until=20)
        return small(table_error(result)) if is_ok(result) else "fails"
    rows = []
    for formulation in FORMULATIONS:
        rows.append([formulation] + [cell(formulation, t) for t in TOLERANCES])
        theirs = published("pendulum-6", "MEBDF", formulation)
        if theirs:
            rows.append(["MEBDF"] + [small(theirs[t]) if t in theirs else "–" for t in sorted(theirs, reverse=True)])
    return table([""] + [power(t) for t in TOLERANCES], rows)


def elastic():
    def steps(rtol, method, **settings):
        result = run(ELASTIC, formulation="rcd1", method=method, rtol=rtol, until=0.02, set={"sweeps": 3, **settings})
        return str(int(value(result, "stats", "steps")))
    rows = [["bdf, `order_max=2`"] + [steps(t, "bdf", order_max=2) for t in (1e-6, 1e-7, 1e-8)]]
    rows += [[m] + [steps(t, m) for t in (1e-6, 1e-7, 1e-8)] for m in ("bdf", "mebdf")]
    return table(["", "1e-6", "1e-7", "1e-8"], rows)


FIGURES = [
    Table(PAGE, "mebdf-orders", orders),
    Table(PAGE, "mebdf-table6", table6),
    Table("bdf.md", "bdf-elastic", elastic),
]
