"""docs/theory.md: constants of the source, and some runs."""
import re
from pathlib import Path

from .figure import Sentence
from .program import run, value

PAGE = "theory.md"
ROOT = Path(__file__).resolve().parents[3]


def constant(file, name):
    """The value of `name = …` in a source, as it stands there."""
    match = re.search(rf"\b{name} = ([-+0-9.e]+)[;,]", (ROOT / "src" / file).read_text())
    if match is None:
        raise SystemExit(f"src/{file} has no constant {name}")
    return match.group(1)


def constants(*places):
    return lambda: [constant(file, name) for file, name in places]


def raised(text):
    """1e4 as 10⁴, -40 as ⁻⁴⁰."""
    digits = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    return text.translate(digits)


def strict():
    cells = []
    for settings in ({"error": "strict"}, {}):
        result = run("slider-crank", formulation="rcd1", method="radau5", rtol=1e-8, set=settings)
        cells += [str(int(value(result, "stats", "steps"))), f"{float(value(result, 'reference', 'scd')):.1f}"]
    return cells


def wristpin():
    def force(formulation, method, rtol):
        return run("models/slider-crank.json", formulation=formulation, method=method, rtol=rtol, until=0.05)
    tight = force("rcd0", "radau", 1e-11)
    return [f"{float(value(tight, 'outputs', 'wristpin.fx')):.7f}"] + [
        f"{float(value(force(f, 'radau5', 1e-8), 'outputs', 'wristpin.fx')):.7f}" for f in ("ggl1", "psi1")]


def reaction_estimates():
    """From the tables of random-mechanisms.md: all runs."""
    page = (ROOT / "docs/random-mechanisms.md").read_text()
    runs, share, median = re.search(r"^\| all \| (\d+) \| \S+ \| \S+ \| (\d+) % \| (\S+) \|$", page, re.M).groups()
    return [share, runs, median]


FIGURES = [
    Sentence(PAGE, "theory-dense", "Only the factor is dense or sparse: it is dense up to {} rows", constants(("linalg/factor_plan.cpp", "always_dense"))),
    Sentence(PAGE, "theory-rank", "pivoted up to {} velocities and sparse beyond. A row whose angle to the span of the others has a sine below {} is dependent.",
             constants(("mechanics/constraint_rank.cpp", "largest_dense"), ("mechanics/constraint_rank.hpp", "dependent_by_rounding"))),
    Sentence(PAGE, "theory-hold", "They hold (position level to {} of the size of their terms, the other levels to {}):",
             constants(("mechanics/constraint_choice.cpp", "position_agreement"), ("mechanics/constraint_choice.cpp", "rate_agreement"))),
    Sentence(PAGE, "theory-choice", "rows are violated by more than {} (atol + rtol max |q|)",
             constants(("integrator/guarded/redundant_constraints.cpp", "drift_limit"))),
    Sentence(PAGE, "theory-share", "rows scaled to length one, exceeds {}. Another choice",
             constants(("integrator/guarded/redundant_constraints.cpp", "largest_share"))),
    Sentence(PAGE, "theory-border", "border rows are scaled, by powers of two, to 2{} of the smallest",
             lambda: [raised(constant("linalg/bordered_order.cpp", "border_exponent"))]),
    Sentence(PAGE, "theory-pivots", "when one has changed by a factor of 10{} since they were chosen.",
             lambda: [raised(constant("linalg/klu_factor.cpp", "largest_change").removeprefix("1e"))]),
    Sentence(PAGE, "theory-metric", "τ = {}/ω₁, ω₁ the lowest", constants(("mechanics/start_metric.hpp", "omega_tau"))),
    Sentence(PAGE, "theory-unstated", "others not, ϑ = {}, otherwise", constants(("mechanics/start_metric.hpp", "unstated_share"))),
    Sentence(PAGE, "theory-added", "which is what its control aims at, and {} for radau and radau5",
             constants(("integrator/radau/radau_iia.cpp", "kAddedError"))),
    Sentence(PAGE, "theory-strict", "slider crank, rcd1, 1e-8: {} steps and scd {} for {} and {}.", strict),
    Sentence(PAGE, "theory-wristpin", "rtol 1e-8, {} by radau and bdf at 1e-11: ggl1 and radau5 give {}, psi1 {}.", wristpin),
    Sentence(PAGE, "theory-estimates",
             "the estimate contains the true error in {} % of {} runs, and is {} times too large in the median.", reaction_estimates),
]
