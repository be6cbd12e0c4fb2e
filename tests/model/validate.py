"""validate.py SCHEMA FILE...: checks JSON files with comments against a JSON schema.

The exit code is the number of files refused, or 77 where the library is missing."""
import json
import re
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)


def without_comments(text):
    # Texts are matched first, so that // inside them stays.
    pattern = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
    return pattern.sub(lambda m: m.group(0) if m.group(0).startswith('"') else " ", text)


schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
n_refused = 0
for path in sys.argv[2:]:
    faults = list(validator.iter_errors(json.loads(without_comments(open(path, encoding="utf-8").read()))))
    n_refused += bool(faults)
    for fault in faults:
        print(path, "/".join(map(str, fault.absolute_path)), fault.message[:200])
sys.exit(min(n_refused, 76))
