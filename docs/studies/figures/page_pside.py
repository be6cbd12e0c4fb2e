"""docs/pside.md"""
import math

from .figure import Table
from .page_bdf import TOLERANCES, table_error
from .program import is_ok, run, value
from .words import power, small, table

PAGE = "pside.md"


def orders():
    """Constant steps: log2 of the ratio of the errors with n and 2n steps."""
    def row(case, formulation, until, n):
        def cell(kind):
            errors = [float(value(run(case, formulation=formulation, method="pside", rtol=1e-13, until=until,
                                      step=until / m), "reference", "error_" + kind)) for m in (n, 2 * n)]
            return f"{math.log2(errors[0] / errors[1]):.2f} ({small(errors[1])})"
        return [f"{case}, {formulation}", n] + [cell(kind) for kind in ("q", "v", "lambda")]
    rows = [row("pendulum", f, 1.3, 20) for f in ("rcd0", "rcd1", "ggl1", "ori2")]
    rows += [row("slider-crank", "rcd1", 0.1, n) for n in (2000, 4000)]
    return table(["", "n", "q", "v", "λ"], rows)


def pendulum():
    def cell(formulation, rtol):
        result = run("pendulum", formulation=formulation, method="pside", rtol=rtol, until=20)
        return small(table_error(result)) if is_ok(result) else "fails"
    rows = [[f] + [cell(f, t) for t in TOLERANCES] for f in ("ori2", "rcd1", "rcd0", "ggl1")]
    return table([""] + [power(t) for t in TOLERANCES], rows)


PUBLISHED = {("slider-crank", 1e-4): (0.93, 45), ("slider-crank", 1e-6): (2.43, 259), ("slider-crank", 1e-8): (4.66, 1639),
             ("andrews", 1e-4): (2.95, 92), ("andrews", 1e-7): (4.98, 113)}


def test_set():
    def row(case, rtol):
        is_crank = case == "slider-crank"
        result = run(case, formulation="rcd1" if is_crank else "ori2", method="pside", rtol=rtol)
        scd, steps = PUBLISHED[case, rtol]
        return [case, power(rtol), scd, f"{float(value(result, 'reference', 'scd')):.2f}", steps,
                int(value(result, "stats", "steps"))]
    return table(["", "rtol", "scd, PSIDE-1", "pside", "steps, PSIDE-1", "pside"], [row(*key) for key in PUBLISHED])


FIGURES = [
    Table(PAGE, "pside-orders", orders),
    Table(PAGE, "pside-pendulum", pendulum),
    Table(PAGE, "pside-test-set", test_set),
]
