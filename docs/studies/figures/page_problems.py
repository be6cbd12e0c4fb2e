"""docs/problems.md"""
from .figure import Sentence, Table
from .program import is_ok, run, value
from .words import MOTIONS, power, small, table

PAGE = "problems.md"


def crossed(case, tolerances, measure):
    """A row for each tolerance, a column for each formulation: what was achieved / steps."""
    def cell(rtol, formulation):
        result = run(case, formulation=formulation, method="radau5", rtol=rtol)
        return f"{measure(result)} / {int(value(result, 'stats', 'steps'))}" if is_ok(result) else "fails"
    return lambda: table(["rtol = atol", *MOTIONS], [[power(t)] + [cell(t, f) for f in MOTIONS] for t in tolerances])


def scd(result):
    return f"{float(value(result, 'reference', 'scd')):.2f}"


def error(result):
    return small(float(value(result, "reference", "error")))


def one(case, measure, *keys, **options):
    return lambda: [measure(run(case, **options))]


def impact():
    results = [run("impact-pendulum", formulation="ggl1", method="radau5", rtol=t) for t in (1e-6, 1e-8, 1e-10)]
    return [error(r) for r in results] + [str(int(value(r, "stats", "steps"))) for r in results]


def van_der_pol():
    result = run("van-der-pol", method="radau5", rtol=1e-9)
    return [f"{float(value(result, 'reference', 'scd')):.1f}", str(int(value(result, "stats", "steps")))]


def robertson():
    result = run("robertson", method="radau5", rtol=1e-8, atol=1e-18)
    return [f"{float(value(result, 'reference', 'scd')):.1f}", str(int(value(result, "stats", "steps")))]


def flexible():
    return [f"{float(value(run('flexible-slider-crank', formulation='ggl1', method='radau5', rtol=1e-8, set=s), 'reference', 'scd')):.1f}"
            for s in ({}, {"shape_integral": "published"}, {"reading": "text"})]


FIGURES = [
    Table(PAGE, "problems-pendulum", crossed("pendulum", (1e-6, 1e-8, 1e-10, 1e-12), error)),
    Table(PAGE, "problems-slider-crank", crossed("slider-crank", [10.0 ** -k for k in range(4, 11)], scd)),
    Table(PAGE, "problems-andrews", crossed("andrews", (1e-4, 1e-6, 1e-8, 1e-10), scd)),
    Sentence(PAGE, "problems-crank-tight", "in its acceleration, more than such tolerances allow. rcd0 at 1e-12: {}.",
             one("slider-crank", scd, formulation="rcd0", method="radau5", rtol=1e-12)),
    Sentence(PAGE, "problems-impact",
             "Error with ggl1: {} at rtol = atol = 1e-6, {} at 1e-8, {} at 1e-10 ({}, {}, {} steps).", impact),
    Sentence(PAGE, "problems-van-der-pol", "scd of radau5 at rtol = atol = 1e-9: {} in {} steps.", van_der_pol),
    Sentence(PAGE, "problems-robertson", "so absolute tolerances must be far smaller: scd {} in {} steps", robertson),
    Sentence(PAGE, "problems-flexible", "radau5, ggl1, 1e-8: {} digits (correct), {} (published), {} (text) in φ1, φ2, x3.", flexible),
    Sentence(PAGE, "problems-stiff-pendulum", "scd of rcd0 with rtol = 1e-12: {} (stiff).",
             one("stiff-pendulum", lambda r: f"{float(value(r, 'reference', 'scd')):.1f}", formulation="rcd0", method="radau5", rtol=1e-12)),
]
