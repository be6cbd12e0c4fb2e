"""docs/choice.md"""
import json
from pathlib import Path

from . import program
from .figure import ROOT, Table
from .words import table

ACCURACY = 1e-4
BUDGET = 20  # s of wall time for one case
ALLOWED = 1e-3  # s that the choice may add to 1.5 times the best


def cases():
    """Every file in models/ and every built-in problem."""
    files = sorted(f"models/{path.name}" for path in Path(ROOT, "models").glob("*.json") if path.name != "schema.json")
    lines = program.output("list", "cases").split("\n\n")[0].split("\n")
    return files + [line.split()[0] for line in lines if line.strip()]


def milliseconds(seconds):
    return f"{1e3 * seconds:.3g}"


def cells(case):
    advice = json.loads(program.output("advise", case, "--json", "--accuracy", str(ACCURACY), "--budget", str(BUDGET)))
    auto, best = advice["automatic"], advice["recommendation"]
    name = case.removeprefix("models/")
    if not auto or not best:
        made = json.loads(program.output("run", case, "--json", "--timeout", "60"))
        pair = f"{made['formulation']} {made['method']}"
        return [name, pair, "", "", advice["status"], "", "", ""]
    pair = f"{auto['formulation']} {auto['method']}"
    first = auto["error_at_first"]
    error = "fails" if first is None else f"{first / ACCURACY:.2g}"
    best_pair = f"{best['formulation']} {best['method']}"
    if not auto["reached"]:
        return [name, pair, "not reached", "", best_pair, milliseconds(best["cpu_seconds"]), "", error]
    ratio = auto["seconds"] / best["cpu_seconds"]
    mark = "" if auto["seconds"] <= 1.5 * best["cpu_seconds"] + ALLOWED else " !"
    return [name, pair, milliseconds(auto["seconds"]), milliseconds(auto["choice_seconds"]), best_pair,
            milliseconds(best["cpu_seconds"]), f"{ratio:.2f}{mark}", error]


def choices():
    return table(["case", "chosen", "ms", "of these for choosing", "best pair", "ms", "ratio", "error / tolerance"],
                 [cells(case) for case in cases()])


FIGURES = [Table("choice.md", "choice", choices, is_time=True)]
