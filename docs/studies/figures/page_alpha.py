"""docs/alpha.md"""
import math
import shutil
import tempfile
from pathlib import Path

from . import program
from .figure import Files, Sentence, Table
from .program import is_ok, run, value
from .words import group_error, power, small, table

PAGE = "alpha.md"


def alpha(case, rho=None, **options):
    settings = dict(options.pop("set", {}))
    if rho is not None:
        settings["rho"] = rho
    return run(case, method="alpha", set=settings, **options)


def crank(elements, metric="step"):
    return alpha("flexible-slider-crank", 0.5, step=0.002, set={"elements": elements, "metric": metric})


def output(result, name):
    return float(value(result, "outputs", name))


def signed(x, digits):
    return f"{x:.{digits}f}".replace("-", "−")


def metric():
    """Newton's factors and the energy lost, by the number of elements."""
    rows = []
    for elements in (4, 17, 40, 400, 4000):
        cells = ["", "", ""]
        if elements != 17:
            r = crank(elements)
            cells = [f"{output(r, 'phi1'):.7f}, {signed(output(r, 'phi2'), 7)}", small(float(value(r, "numerical_dissipation")), 2) + " J",
                     str(int(value(r, "stats", "factorizations")))]
        by_mass = ""
        if elements <= 40:
            m = crank(elements, "mass")
            by_mass = (f"{output(m, 'phi1'):.4f}, {small(float(value(m, 'numerical_dissipation')))} J, {int(value(m, 'stats', 'factorizations'))}"
                       if is_ok(m) else f"Newton's method fails at {float(value(m, 't')):.2f} s")
        rows.append([elements, *cells, by_mass])
    return table(["elements", "metric=step: φ1(1), φ2(1)", "lost in the method", "factorisations", "metric=mass: φ1(1), lost, factorisations"], rows)


CASES = ("pendulum", "slider-crank", "andrews", "stiff-pendulum")


def controlled(case, rtol, metric):
    r = alpha(case, rtol=rtol, set={"metric": metric})
    return f"{small(group_error(r, 'q'))} / {int(value(r, 'stats', 'accepted'))}"


def control():
    return table(["rtol = atol", "pendulum, 20 s", *CASES[1:]],
                 [[power(t)] + [controlled(case, t, "step") for case in CASES] for t in (1e-3, 1e-4, 1e-5)])


def dissipation():
    rows = []
    for rho in (1, 0.9, 0.8, 0.5, 0):
        cells = []
        for h in (0.001, 0.01, 0.1):
            # A matrix for each iteration: steps of 0.1 s are as long as half a period of the spring.
            x = float(value(alpha("stiff-pendulum", rho, step=h, set={"jacobian_age": 0}), "numerical_dissipation"))
            text = f"{x:.2f}" if abs(x) >= 0.1 else small(x)
            cells.append(text.replace("-", "−", 1) if x < 0 else text)
        rows.append([f"{rho:g}", *cells])
    return table(["ρ", "h = 0.001 s", "h = 0.01 s", "h = 0.1 s"], rows)


def orders():
    rows = []
    for rho in (0, 0.5, 0.75, 1):
        cells = []
        for kind in ("nu", "mu", "index1"):
            coarse, fine = (alpha("pendulum", rho, rtol=1e-12, until=1.3, step=1.3 / n, set={"lambda": kind}) for n in (416, 832))
            cells.append(", ".join(f"{math.log2(group_error(coarse, g) / group_error(fine, g)):.2f}" for g in ("q", "v", "lambda")))
        rows.append([f"{rho:g}", *cells])
    return table(["ρ", "lambda=nu", "lambda=mu", "lambda=index1"], rows)


def by_mass():
    return [x for t in (1e-3, 1e-4, 1e-5) for case in CASES[:3] for x in controlled(case, t, "mass").split(" / ")]


def pictures():
    with tempfile.TemporaryDirectory() as folder:
        program.output("figures", "alpha", "--out", folder, "--force")
        for picture in Path(folder).glob("*.svg"):
            shutil.copy(picture, program.root() / "docs" / "alpha")


def probe():
    for case in ("stiff-pendulum", "bushing", "flexible-slider-crank"):
        alpha(case, 0.5, rtol=1e-5)


FIGURES = [
    Table(PAGE, "alpha-metric", metric),
    Table(PAGE, "alpha-control", control),
    Sentence(PAGE, "alpha-control-mass",
             "the same rows are {} / {}, {} / {}, {} / {}; {} / {}, {} / {}, {} / {}; {} / {}, {} / {}, {} / {}", by_mass),
    Table(PAGE, "alpha-dissipation", dissipation),
    Table(PAGE, "alpha-orders", orders),
    Files(PAGE, "alpha-pictures", pictures, probe_by=probe),
]
