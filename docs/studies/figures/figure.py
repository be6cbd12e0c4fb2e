"""A figure: where it stands, and how it is made."""
import re
import time
from pathlib import Path

from . import program

ROOT = Path(__file__).resolve().parents[3]
NUMBER = re.compile(r"[−-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
TIME_LINE = re.compile(r"^ +time .*$", re.M)  # of a summary
PLACE = r"([−-]?[0-9⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:\.\d+)?(?:e[+-]?\d+)?|fails|–)"  # of a number in a sentence
ERROR_FACTOR = 1.25  # errors, written with an exponent, may differ by this
OTHER_PART = 0.05    # of other numbers; two units of the last digit are always allowed


class Figure:
    def __init__(self, page, name, make, is_time=False, probe_by=None):
        """`probe_by` does runs that stand for those of `make`, where these are not made by program.run."""
        self.page, self.name, self.make, self.is_time = page, name, make, is_time
        self.probe_by = probe_by or make

    @property
    def path(self):
        return ROOT / self.page if self.page == "README.md" else ROOT / "docs" / self.page

    def is_made_by_runs(self):
        """Not by a study, which takes long at the first of its tables, nor is it a time."""
        return self.probe_by == self.make and not self.is_time

    def probe(self):
        return program.probing(self.probe_by)

    def renew(self):
        """Puts the figure into its page; the time it took, and whether the page changed."""
        begin = time.monotonic()
        text = self.path.read_text()
        fresh = self.replaced(text)
        seconds = time.monotonic() - begin
        # Others may have been put there meanwhile.
        now = self.path.read_text()
        fresh = fresh if now == text else self.replaced(now)
        self.path.write_text(fresh)
        return seconds, fresh != now

    def difference(self):
        """What the page shows and the program no longer gives, or nothing."""
        text = self.path.read_text()
        old, new = (TIME_LINE.sub("", t) for t in (self.shown(text), self.shown(self.replaced(text))))
        return numbers_difference(old, new)


class Table(Figure):
    """Between <!-- NAME:begin --> and <!-- NAME:end -->; `make` returns the lines."""

    def marks(self, text):
        begin, end = f"<!-- {self.name}:begin -->\n", f"<!-- {self.name}:end -->"
        if begin not in text or end not in text:
            raise SystemExit(f"{self.page} has no marks {begin.strip()} and {end}")
        return text.index(begin) + len(begin), text.index(end)

    def shown(self, text):
        first, last = self.marks(text)
        return text[first:last]

    def replaced(self, text):
        lines = self.make()
        first, last = self.marks(text)
        return text[:first] + "\n".join(lines) + "\n" + text[last:]


class Files(Figure):
    """Pictures and data beside the page; `make` writes them."""

    def shown(self, text):
        return ""

    def replaced(self, text):
        self.make()
        return text

    def difference(self):
        return None


class Sentence(Figure):
    """A piece of text with {} for each number; `make` returns their texts. Line breaks of the page may stand anywhere in it."""

    def __init__(self, page, name, template, make, is_time=False, probe_by=None):
        super().__init__(page, name, make, is_time, probe_by)
        self.template = template

    def found(self, text):
        parts = [r"\s+".join(re.escape(word) for word in part.split(" ")) for part in self.template.split("{}")]
        match = re.search(PLACE.join(parts), text)
        if match is None:
            raise SystemExit(f"{self.page} no longer has the sentence of {self.name}: {self.template}")
        return match

    def shown(self, text):
        return " ".join(self.found(text).groups())

    def replaced(self, text):
        values = self.make()
        match = self.found(text)
        if len(values) != len(match.groups()):
            raise SystemExit(f"{self.name}: {len(values)} numbers for {len(match.groups())} places")
        for i in range(len(values), 0, -1):
            text = text[:match.start(i)] + values[i - 1] + text[match.end(i):]
        return text


def is_alike(old, new):
    a, b = (float(text.replace("−", "-")) for text in (old, new))
    if "e" in old or "e" in new:
        return a == b or a * b > 0 and 1 / ERROR_FACTOR <= a / b <= ERROR_FACTOR
    digits = len(old.split(".")[1]) if "." in old else 0
    return abs(a - b) <= max(OTHER_PART * abs(a), 2 * 10.0 ** -digits)


def numbers_difference(old, new):
    was, now = NUMBER.findall(old), NUMBER.findall(new)
    if NUMBER.sub("#", old) != NUMBER.sub("#", new):
        return "other words or places than the program gives now"
    differing = [f"{a}, now {b}" for a, b in zip(was, now) if not is_alike(a, b)]
    return "; ".join(differing[:4]) + (" …" if len(differing) > 4 else "") if differing else None
