"""How long figures took to make, what their runs did, and on which machine: docs/studies/made.json."""
import json
from pathlib import Path

from . import program

FILE = Path(__file__).resolve().parent.parent / "made.json"


def read():
    return json.loads(FILE.read_text())["figures"] if FILE.exists() else {}


def is_same_machine():
    """Whether compiler, flags and processor are those with which figures were made last; else rounding may differ."""
    return FILE.exists() and json.loads(FILE.read_text())["environment"] == program.environment()


def record(name, entry):
    """Others may renew other figures at the same time."""
    text = json.dumps({"environment": program.environment(), "figures": {**read(), name: entry}}, indent=1, sort_keys=True)
    FILE.write_text(text + "\n")
