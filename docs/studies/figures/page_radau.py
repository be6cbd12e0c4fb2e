"""docs/radau.md"""
import math

from .figure import Sentence, Table
from .page_bdf import published
from .program import is_ok, run, value
from .words import group_error, power, small, table

PAGE = "radau.md"


def steps(result):
    return int(value(result, "stats", "steps"))


def scd(result):
    return float(value(result, "reference", "scd"))


def fixed(formulation, n, order=None, newton=1e-13):
    """The pendulum to 1.3 s with n equal steps; Newton's method far below the errors."""
    settings = {"order": order, "newton_max": 200} if order else {}
    return run("pendulum", formulation=formulation, method="radau" if order else "radau5", rtol=newton, until=1.3, step=1.3 / n,
               set=settings)


def slope(ns, errors):
    """Least squares of log(error) over log(h)."""
    x, y = [-math.log(n) for n in ns], [math.log(e) for e in errors]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


STEPS = (26, 52, 104, 208)
THEORY = {"rcd0": "5, 5, 5", "rcd1": "5, 5, 3", "ggl1": "5, 5, 3", "baumgarte": "5, 5, 5", "psi0": "5, 5, 5", "ovd0": "5, 5, 5",
          "psi1": "5, 5, 3", "ovd1": "5, 5, 3", "ori2": "5, 3, 2"}


def orders():
    rows = []
    for formulation, theory in THEORY.items():
        runs = [fixed(formulation, n) for n in STEPS]
        rows.append([formulation] + [f"{slope(STEPS, [group_error(r, kind) for r in runs]):.2f}" for kind in ("q", "v", "lambda")] +
                    [theory])
    return table(["formulation", "q", "v", "λ", "theory [HLR89, 3, 4 and 6]"], rows)


def order_errors():
    def cell(formulation, n):
        return ", ".join(small(group_error(fixed(formulation, n), kind)) for kind in ("q", "v", "lambda"))
    return table(["steps"] + [f"{f}: q, v, λ" for f in ("rcd0", "rcd1", "ori2")],
                 [[n] + [cell(f, n) for f in ("rcd0", "rcd1", "ori2")] for n in STEPS])


def other_orders():
    rows = []
    for order, ns, newton in [(1, (1600, 3200, 6400), 1e-9), (9, (12, 16, 20, 26), 1e-13), (13, range(6, 13), 1e-10)]:
        cells = []
        for formulation in ("rcd0", "ovd0"):
            runs = [fixed(formulation, n, order, newton) for n in ns]
            cells.append(", ".join(f"{slope(ns, [group_error(r, kind) for r in runs]):.2f}" for kind in ("q", "v")))
        rows.append([order, f"{ns[0]} … {ns[-1]}", *cells])
    return table(["order", "steps", "rcd0", "ovd0"], rows)


def published_digits():
    """scd of the series of the test set; RADAU as published."""
    rows = []
    for case, formulation, h0, points in [("slider-crank", "rcd1", 0.01, [(1e-4, "1.90"), (1e-6, "2.89"), (1e-8, "4.65")]),
                                          ("andrews", "ori2", 1, [(1e-4, "1.36"), (1e-7, "4.45")])]:
        for i, (rtol, theirs) in enumerate(points):
            results = [run(case, formulation=formulation, method=m, rtol=rtol, h0=h0 * rtol) for m in ("radau", "radau5")]
            ours = [f"{scd(r):.2f}" if is_ok(r) else "fails" for r in results]
            rows.append([{"slider-crank": "slider crank", "andrews": "Andrews"}[case] if i == 0 else "", power(rtol), *ours, theirs])
    return table(["", "rtol", "radau", "radau5", "RADAU [MM08]"], rows)


def variable_order():
    rows = []
    for rtol in (1e-6, 1e-8, 1e-10, 1e-12):
        cells = []
        for method in ("radau5", "radau"):
            result = run("pendulum", formulation="rcd0", method=method, rtol=rtol)
            cells.append(f"{small(float(value(result, 'reference', 'error')))}, {steps(result)}, {int(value(result, 'stats', 'rhs'))}")
        rows.append(["pendulum rcd0, 20 s" if rtol == 1e-6 else "", power(rtol), *cells])
    for formulation in ("rcd1", "rcd0"):
        results = [run("slider-crank", formulation=formulation, method=method, rtol=1e-8) for method in ("radau5", "radau")]
        rows.append([f"slider crank {formulation}", "1e-8"] +
                    [f"scd {scd(r):.1f}, {steps(r)}, {int(value(r, 'stats', 'rhs'))}" for r in results])
    return table(["problem", "rtol", "radau5: error or scd, steps, right-hand sides", "radau"], rows)


RADAU5 = {1e-4: ("107/93", "96/56"), 1e-5: ("165/145", "92/61"), 1e-6: ("295/290", "94/72"), 1e-7: ("657/643", "114/95"),
          1e-8: ("1949/1796", "144/127"), 1e-9: ("3168/2867", "194/178"), 1e-10: ("4793/4256", "257/249")}


def step_counts():
    """Beside RADAU5 of Hairer and Wanner, run once."""
    def cell(case, formulation, rtol, h0):
        result = run(case, formulation=formulation, method="radau5", rtol=rtol, h0=h0)
        return f"{steps(result)}/{int(value(result, 'stats', 'accepted'))}"
    return table(["rtol = atol", "slider crank rcd1: radau5", "RADAU5", "Andrews ori2: radau5", "RADAU5"],
                 [[power(t), cell("slider-crank", "rcd1", t, 0.01 * t), crank, cell("andrews", "ori2", t, t), andrews]
                  for t, (crank, andrews) in RADAU5.items()])


def limits():
    results = [run("slider-crank", formulation="rcd0", method="radau5", rtol=rtol) for rtol in (1e-12, 1e-13, 1e-14)]
    return [f"{scd(r):.2f}" for r in results] + [str(steps(r)) for r in results]


def andrews_ori2():
    result = run("andrews", formulation="ori2", method="radau5", rtol=1e-8, h0=1e-8)
    return [str(steps(result)), str(int(value(result, "stats", "rhs")))]


def frozen():
    return [f"{scd(run('andrews', formulation='ori2', method='radau', rtol=t, h0=t, set={'jacobian': 'test-set'})):.2f}"
            for t in (1e-4, 1e-7)]


def flyball():
    result = run("models/flyball.json", formulation="ggl1", method="radau5", rtol=1e-6)
    return [str(steps(result)), str(int(value(result, "stats", "newton_failures")))]


def strict_pendulum():
    result = run("pendulum", formulation="ovd1", method="radau", rtol=1e-10, until=2000, set={"error": "strict"})
    return [small(float(value(result, "reference", "error_table")))]


TOLERANCES = [10.0 ** -k for k in range(5, 13)]


def ratios(method, until, name, kinds):
    """(ratio, text) of each published cell that has an error; infinite where our run fails."""
    found = []
    for kind, solvers, formulations in kinds:
        for formulation in formulations:
            for rtol in TOLERANCES:
                theirs = [e[rtol] for e in (published(name, s, formulation) for s in solvers) if rtol in e]
                if not theirs:
                    continue
                settings = {"v_index": 1} if formulation == "ori2" else {}
                if kind == "strict":
                    settings["error"] = "strict"
                result = run("pendulum", formulation=formulation, method=method, rtol=rtol, until=until, set=settings)
                place = f"{kind}, {formulation}, {power(rtol)}"
                if not is_ok(result):
                    found.append((math.inf, place + ": fails"))
                    continue
                ours = float(value(result, "reference", "error_table"))
                found.append((ours / min(theirs), f"{place}: {small(ours)} against {small(min(theirs))}"))
    return found


def beside_table6():
    kinds = [("scaled", ("RADAU5",), ("ori2", "rcd1", "rcd0", "ggl1")),
             ("strict", ("QUALIDAES", "GEOMS"), ("rcd1", "rcd0", "ggl1", "psi1", "psi0", "ovd1", "ovd0"))]
    rows = []
    for method in ("radau5", "radau"):
        cells = ratios(method, 20, "pendulum-6", kinds)
        above = sorted((c for c in cells if c[0] > 2), reverse=True)
        text = "; ".join(place if math.isinf(ratio) else f"{ratio:.2f} ({place})" for ratio, place in above)
        largest = max((c for c in cells if math.isfinite(c[0])), default=(0, ""))
        rows.append([method, f"{len(cells) - len(above)} of {len(cells)}", text or f"none; the largest ratio is {largest[0]:.2f} ({largest[1]})"])
    return table(["method", "at most twice the published error", "above"], rows)


def beside_table9():
    strict = ratios("radau5", 2000, "pendulum-9", [("strict", ("QUALIDAES",), ("rcd1", "rcd0", "ggl1", "psi1", "psi0", "ovd1", "ovd0"))])
    above = "; ".join(place if math.isinf(ratio) else f"{ratio:.1f} ({place})" for ratio, place in sorted(strict, reverse=True) if ratio > 2)
    scaled = [r for r, _ in ratios("radau5", 2000, "pendulum-9", [("scaled", ("RADAU5",), ("ori2", "rcd1", "rcd0", "ggl1"))])]
    return table(["2000 s, Table 9", "at most twice the published error", "above, or the largest ratio"],
                 [["strict against QUALIDAES", f"{sum(r <= 2 for r, _ in strict)} of {len(strict)}", above or "none"],
                  ["scaled against RADAU5", f"{sum(r <= 2 for r in scaled)} of {len(scaled)}", f"{max(scaled, default=0):.2f}"]])


FIGURES = [
    Table(PAGE, "radau-orders", orders),
    Table(PAGE, "radau-order-errors", order_errors),
    Table(PAGE, "radau-other-orders", other_orders),
    Table(PAGE, "radau-published-digits", published_digits),
    Table(PAGE, "radau-variable-order", variable_order),
    Table(PAGE, "radau-step-counts", step_counts),
    Sentence(PAGE, "radau-limits", "has scd {} at 1e-12, {} at 1e-13 and {} at 1e-14, for {}, {} and {} steps.", limits),
    Sentence(PAGE, "radau-andrews-ori2", "Andrews' squeezer, ori2, 1e-8: {} steps, no Newton failure and {} right-hand sides.", andrews_ori2),
    Sentence(PAGE, "radau-frozen", "set, `jacobian=test-set`: {} and {}.", frozen),
    Sentence(PAGE, "radau-flyball", "it took 2704 steps with 783 failures, now {} with {}.", flyball),
    Sentence(PAGE, "radau-strict", "ovd1, strict, radau ends at 1e-10 with `error_table` {}.", strict_pendulum),
    Table(PAGE, "radau-table6", beside_table6),
    Table(PAGE, "radau-table9", beside_table9),
]
