"""When and how long figures were made: docs/studies/made.json."""
import json
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "made.json"


def read():
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def write(made):
    FILE.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")
