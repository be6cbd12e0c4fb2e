"""docs/smooth-start.md and docs/events.md"""
from .figure import Sentence, Table
from .program import is_probe, run, value
from .words import small, table


def accepted(result):
    return int(value(result, "stats", "accepted"))


def sweeps():
    rows = []
    for n, text in enumerate(["no deformation", "1 sweep", "2 sweeps", "3 sweeps"]):
        settings = {"sweeps": n}
        crank = [run("slider-crank", formulation=f, method="radau5", rtol=1e-5, set={"start": "rigid", "pi": "exact", **settings})
                 for f in ("rcd1", "ggl1")]
        flexible = [run("flexible-slider-crank", formulation="rcd0", method="radau5", rtol=t, until=0.02, set=settings) for t in (1e-6, 1e-9)]
        rows.append([text] + [accepted(r) for r in crank + flexible])
    return table(["start", "slider crank, rcd1", "ggl1", "flexible slider crank, 1e-6", "1e-9"], rows)


def impacts():
    def fifth(rtol):
        return run("impact-pendulum", formulation="ggl1", method="radau5", rtol=rtol)
    def time_of(result):
        return 0.0 if is_probe(result) else float(result["events"][4]["t"])
    tight = fifth(1e-10)
    return table(["rtol = atol", "error of the fifth impact", "steps"],
                 [[text, small(abs(time_of(fifth(t)) - time_of(tight))) + " s", int(value(fifth(t), "stats", "steps"))]
                  for t, text in ((1e-6, "1e-6"), (1e-8, "1e-8"))])


def corners():
    cells = []
    for setting in ("declared", "hidden"):
        result = run("kinked-load", method="radau5", rtol=1e-8, set={"corners": setting})
        cells += [small(float(value(result, "reference", "error"))), str(int(value(result, "stats", "rejected")))]
    return cells


FIGURES = [
    Table("smooth-start.md", "smooth-steps", sweeps),
    Table("events.md", "impacts", impacts),
    Sentence("events.md", "corners",
             "kinked-load, radau5, rtol = atol = 1e-8: error {} and {} rejected steps with declared corners, {} and {} with hidden ones.", corners),
]
