"""docs/models.md and docs/singular.md: the row of parallelograms through its singular positions."""
import math

from .figure import Table
from .program import is_probe, run, trajectory, value
from .words import power, small, table

MODEL = "models/n-four-bar.json"


def linkage(formulation, rtol, method="radau5", until=10, **parameters):
    return run(MODEL, formulation=formulation, method=method, rtol=rtol, until=until, set=parameters)


def post_angle(result):
    """Of the first post: an unknown, so that it counts turns."""
    names = result["names"]
    return float(result["y"][names.index(next(n for n in names if n.endswith(".phi")))])


def energy(result):
    return small(abs(float(value(result, "energy_drift"))))


def counts(result):
    return f"{int(value(result, 'stats', 'steps'))}, {int(value(result, 'stats', 'newton_failures'))}"


def off(result, until=10):
    """Against the same motion at a tolerance that leaves eleven digits."""
    reference = linkage("rcd0", 1e-12, method="radau", until=until)
    if is_probe(result):
        return "0"
    return small(abs(post_angle(result) - post_angle(reference)))


def passages():
    rows = []
    def add(text, results):
        rows.append([text, " / ".join(off(r) for r in results), " / ".join(energy(r) for r in results),
                     " / ".join(counts(r) for r in results)])
    for formulation in ("ggl1", "psi1", "ovd1", "rcd1", "rcd0", "baumgarte"):
        add(f"{formulation}, 1e-6 / 1e-9", [linkage(formulation, t) for t in (1e-6, 1e-9)])
    add("psi0 / ovd0, 1e-9", [linkage(f, 1e-9) for f in ("psi0", "ovd0")])
    add("ori2, 1e-6 / 1e-9", [linkage("ori2", t) for t in (1e-6, 1e-9)])
    add("bdf, ggl1, 1e-6 / 1e-9", [linkage("ggl1", t, "bdf") for t in (1e-6, 1e-9)])
    many = [linkage("ggl1", 1e-8, N=n) for n in (1, 5, 40)]
    worst = max((abs(float(value(r, "energy_drift"))) for r in many), default=math.nan)
    rows.append(["N = 1 / 5 / 40, ggl1, 1e-8", "on its branch", small(worst), " / ".join(counts(r) for r in many)])
    return table(["run", "angle off by", "energy off by (relative)", "steps, of these Newton failures"], rows)


KAPPA = 6  # growth of a change of the first speed over 3 s


def in_tolerances():
    """Largest error of the post's angle every 0.02 s, in units of tolerance times κ."""
    def angle(formulation, method, rtol):
        return trajectory(MODEL, "post0.phi [rad]", 0.02, formulation=formulation, method=method, rtol=rtol, until=3)
    reference = angle("rcd0", "radau", 1e-12)
    names = ["ggl1", "psi1", "ovd1", "rcd1", "rcd0", "baumgarte", "psi0", "ovd0", "ori2"]
    rows = []
    for rtol in (1e-6, 1e-9):
        cells = []
        for formulation in names:
            error = max((abs(a - b) for a, b in zip(angle(formulation, "radau5", rtol), reference)), default=0) / rtol / KAPPA
            cells.append(f"{error:.0f}" if error >= 3 else f"{error:.1f}")
        rows.append([power(rtol), *cells])
    return table(["tolerance", *names], rows)


FIGURES = [Table("models.md", "n-four-bar", passages), Table("singular.md", "singular-errors", in_tolerances)]
