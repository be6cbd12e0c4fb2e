#!/usr/bin/env python3
"""crank_steps.py PROGRAM [ROWS…]: the table of the slider crank in docs/linear-algebra.md.

The program pleuel at PROGRAM runs models/fe-slider-crank.json with radau5 on one thread, on 14 × 1 … 448 × 16 cells, under each
formulation. Prints processor time per step in ms and the largest memory of the process; where a run fails, why."""
import json
import math
import subprocess
import sys

FORMULATIONS = ["rcd1", "ggl1", "psi1", "ovd1", "ovd0", "psi0"]
MESHES = [(1, 14, 1e-3), (2, 56, 1e-3), (4, 112, 3e-4), (8, 224, 1e-4), (16, 448, 3e-5)]  # rows, cells, end in s
LONGEST_RUN = 120  # s


def run(program, rows, cells, until, formulation):
    command = [program, "run", "models/fe-slider-crank.json", "--formulation", formulation, "--method", "radau5", "--until", str(until),
               "--set", f"cells={cells}", "--set", f"rows={rows}", "--threads", "1", "--json", "--timeout", str(LONGEST_RUN)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout), done.returncode == 0
    except json.JSONDecodeError:
        return {"error": done.stderr.strip()}, False


def main():
    program, wanted = sys.argv[1], [int(x) for x in sys.argv[2:]]
    print("| cells, deformations | solver | " + " | ".join(FORMULATIONS) + " | largest of ggl1, psi1, ovd1 / rcd1 |")
    print("|---" * (3 + len(FORMULATIONS)) + "|")
    times = []
    for rows, cells, until in MESHES:
        if wanted and rows not in wanted:
            continue
        size = 2 * (2 * cells + 1) * (2 * rows + 1) - 3
        texts, per_step, solver = [], {}, ""
        for formulation in FORMULATIONS:
            answer, is_done = run(program, rows, cells, until, formulation)
            steps = answer.get("stats", {}).get("steps", 0)
            if not is_done:
                texts.append("fails")
                print(f"{cells} x {rows}, {formulation}: {json.dumps(answer.get('failure', answer))[:600]}", file=sys.stderr)
                continue
            per_step[formulation] = 1e3 * answer["cpu_seconds"] / steps
            solver = answer.get("solver", {}).get("name", "")
            texts.append(f"{per_step[formulation]:.3g}, {answer['peak_memory'] / 1e6:.0f} MB")
        largest = max(per_step.get(f, 0) for f in ("ggl1", "psi1", "ovd1")) / per_step["rcd1"]
        print(f"| {cells} × {rows}, {size} | {solver} | " + " | ".join(texts) + f" | {largest:.2f} |", flush=True)
        times.append((size, per_step))
    for (n, t), (m, u) in zip(times, times[1:]):
        both = [f"{f} {math.log(u[f] / t[f]) / math.log(m / n):.2f}" for f in FORMULATIONS if f in t and f in u]
        print(f"exponents from {n} to {m}: " + ", ".join(both))


main()
