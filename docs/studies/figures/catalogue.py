"""All figures, page by page."""
import importlib
import pkgutil
from pathlib import Path


def figures():
    """Every module page_NAME has a list FIGURES."""
    found = []
    for module in sorted(m.name for m in pkgutil.iter_modules([str(Path(__file__).parent)])):
        if module.startswith("page_"):
            found += importlib.import_module(f"{__package__}.{module}").FIGURES
    return found
