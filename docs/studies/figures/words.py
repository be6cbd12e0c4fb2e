"""Numbers and tables as the pages write them."""
import math

MOTIONS = ["ori2", "rcd1", "rcd0", "baumgarte", "ggl1", "psi1", "psi0", "ovd1", "ovd0"]


def small(x, digits=1):
    """1.2e-5"""
    if math.isnan(x):
        return "–"
    mantissa, exponent = f"{x:.{digits}e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def power(x):
    """1e-6"""
    return f"1e{round(math.log10(x))}"


def row(*cells):
    return "|" + "|".join(f" {c} " if c != "" else " " for c in cells) + "|"


def table(head, rows):
    """A Markdown table."""
    return [row(*head), "|" + "---|" * len(head)] + [row(*r) for r in rows]


def group_error(result, kind):
    """Euclidean error of q, v or λ against the reference of the case."""
    from .program import value
    return float(value(result, "reference", "error_" + kind))


def mean(values):
    """Geometric."""
    values = [float(v) for v in values]
    return math.exp(sum(math.log(v) for v in values) / len(values))
