"""README.md"""
import re

from . import program
from .figure import Sentence, Table
from .program import run, value

LONGEST = 110  # characters of a line
SHOWN = ["formulation", "method", "tolerances", "end", "phi2", "x3", "q3", "lambda1", "reference", "constraints", "reactions",
         "energy", "steps", "time"]


def first_result():
    """The summary, shortened: of long lines the beginning, of lines and outputs those that the text speaks of."""
    program.run("slider-crank", rtol=1e-8)  # for the probe
    lines = program.output("run", "slider-crank", "--rtol", "1e-8").split("\n")
    kept = ["    " + lines[0]]
    for line in lines[1:]:
        name = line.split()[0] if line.strip() else ""
        if name and name not in SHOWN:
            continue
        if not name and not kept[-1].strip():
            continue
        cut = re.match(r".{40,100}[,;] ", line) if len(line) > LONGEST else None
        kept.append("    " + (cut.group() + "…" if cut else line) if name else "")
    while not kept[-1].strip():
        kept.pop()
    return kept


def digits():
    ggl1 = run("slider-crank", "--rtol", "1e-8", formulation="ggl1", method="radau")
    return [f"{float(value(ggl1, 'reference', 'scd')):.1f}"]


FIGURES = [
    Table("README.md", "first-result", first_result),
    Sentence("README.md", "first-digits", "`--formulation ggl1` gives {} digits (scd) in a quarter of the steps:", digits),
]
