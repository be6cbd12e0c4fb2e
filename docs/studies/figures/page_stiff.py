"""docs/stiff.md"""
import re

from . import program
from .figure import Table
from .program import run, value
from .words import power, small, table

PAGE = "stiff.md"
MODULUS = 2e11  # N/m²
FACTORS = (1.0, 1e2, 1e4, 1e6)
_studied = []


def studied():
    """Rows of cells of the two tables that study_stiff prints."""
    if not _studied:
        _studied.extend([[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
                        for lines in program.tables(program.study("study_stiff")))
    return _studied


def factor_text(text):
    return power(float(text)) if float(text) > 1 else "1"


def conditions():
    rows, last = [], ""
    for formulation, h, factor, *numbers in studied()[0]:
        if h == "1e-05" and factor not in ("1", "1e+06"):
            continue
        cells = [small(float(n)) for n in numbers[:3]] + [f"{float(numbers[3]):.2g}"]
        rows.append([formulation if formulation != last else "", power(float(h)), factor_text(factor), *cells])
        last = formulation
    return table(["formulation", "h in s", "E/E₀", "whole", "scaled", "factored", "equilibrated"], rows)


def differences(text):
    """"1.7e-06, 5.4e-08, 1.7e-09; 5.0"; what is rounding, and an order from it, is a dash."""
    numbers, order = text.split("; ")
    values = [float(n) for n in numbers.split(", ")]
    is_rounding = [v < 2e-14 or i == 2 and v > values[1] / 8 and v < 1e-12 for i, v in enumerate(values)]
    shown = ["–" if r else small(v) for v, r in zip(values, is_rounding)]
    return ", ".join(shown) + ("" if any(is_rounding) else f"; {order}")


def orders():
    rows, last = [], ""
    for formulation, order, factor, *cells in studied()[1]:
        if factor == "1" or order == "9" and factor == "100":
            continue
        rows.append([formulation if formulation != last else "", order, factor_text(factor), *[differences(c) for c in cells]])
        last = formulation
    return table(["formulation", "order", "E/E₀", "φ2, x3", "deformation", "their velocities", "λ"], rows)


def crank(formulation, factor, **options):
    return run("slider-crank", formulation=formulation, method="radau", set={"E": f"{factor * MODULUS:g}"}, **options)


def steps():
    return table(["E/E₀"] + [power(f) if f > 1 else "1" for f in FACTORS],
                 [[formulation] + [int(value(crank(formulation, f, rtol=1e-6), "stats", "steps")) for f in FACTORS]
                  for formulation in ("rcd1", "rcd0")])


def probe():
    for formulation in ("rcd1", "rcd0"):
        for factor in FACTORS:
            crank(formulation, factor, rtol=1e-9, step=0.1 / 320)


FIGURES = [
    Table(PAGE, "stiff-conditions", conditions, probe_by=probe),
    Table(PAGE, "stiff-orders", orders, probe_by=probe),
    Table(PAGE, "stiff-steps", steps),
]
