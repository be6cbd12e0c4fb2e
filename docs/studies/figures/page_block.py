"""docs/block-methods.md"""
import json
import math

from .figure import Table
from .page_bdf import TOLERANCES, table_error
from .program import is_ok, output, run, value
from .words import power, small, table

PAGE = "block-methods.md"
ORDERS = [("gam", o) for o in (3, 5, 7, 9)] + [("bim", o) for o in (4, 6, 8, 10, 12, 14)]
FORMULATIONS = ["ori2", "rcd1", "rcd0", "ggl1", "psi1", "psi0", "ovd1", "ovd0"]
# blocks n for which errors exceed rounding and the iteration converges
PENDULUM = [40, 20, 16, 12, 80, 64, 12, 10, 7, 8]
CRANK = [200, 50, 25, 12, 100, 50, 16, 8, 6, 4]
END = 0.002


def orders():
    """Constant blocks: log2 of the ratio of the errors with n and 2n blocks."""
    def cell(errors):
        if any(e is None for e in errors):
            return "no convergence"
        return f"{math.log2(float(errors[0]) / float(errors[1])):.2f} ({small(float(errors[1]))})"

    def pendulum(method, order, n):
        result = run("pendulum", formulation="rcd0", method=method, rtol=1e-13, until=1.3, step=1.3 / n, set={"order": order})
        return float(value(result, "reference", "error_v")) if is_ok(result) else None

    exact = run("slider-crank", formulation="rcd1", method="radau", rtol=1e-14, until=END, step=END / 4000, set={"order": 9})
    velocities = range(7, 14)

    def crank(method, order, n):
        result = run("slider-crank", formulation="rcd1", method=method, rtol=1e-11, until=END, step=END / n, set={"order": order})
        if not is_ok(result):
            return None
        return max(abs(value(result, "y")[i] - value(exact, "y")[i]) for i in velocities)

    rows = [[f"{method} {order}", cell([pendulum(method, order, m) for m in (n, 2 * n)]),
             cell([crank(method, order, m) for m in (c, 2 * c)])]
            for (method, order), n, c in zip(ORDERS, PENDULUM, CRANK)]
    return table(["", "pendulum, rcd0", "slider crank, rcd1"], rows)


def pendulum():
    def cell(formulation, method, rtol):
        result = run("pendulum", formulation=formulation, method=method, rtol=rtol, until=20)
        return small(table_error(result)) if is_ok(result) else "fails"
    rows = [[f"{f}, {m}"] + [cell(f, m, t) for t in TOLERANCES] for f in FORMULATIONS for m in ("gam", "bim")]
    return table([""] + [power(t) for t in TOLERANCES], rows)


def digits():
    """scd as published and as measured, from the published tables."""
    rows = []
    for name, case in (("crank-19.3", "slider crank"), ("andrews-13.3", "Andrews")):
        result = json.loads(output("table", name, "--solvers", "BIMD,GAMD", "--json"))
        scd = result["columns"].index("scd")
        for row in result["rows"]:
            solver, rtol = row["label"].split()
            cell = row["cells"][scd]
            rows.append([case, rtol, solver, f"{float(cell['published']):.2f}", row["counterpart"].split()[0],
                         f"{float(cell['measured']):.2f}"])
    return table(["", "tolerance", "published", "scd", "measured", "scd"], rows)


FIGURES = [
    Table(PAGE, "block-digits", digits),
    Table(PAGE, "block-orders", orders),
    Table(PAGE, "block-pendulum", pendulum),
]
