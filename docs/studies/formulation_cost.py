#!/usr/bin/env python3
"""formulation_cost.py PROGRAM [BEFORE]: the table "Null space" of docs/theory.md: processor time per step of radau5 by the program
pleuel at PROGRAM, best of three runs; with BEFORE, another build, runs alternate and the table shows both."""
import json
import subprocess
import sys

MODELS = ["suspension", "flyball", "bricard", "chain-spatial", "truck-flexible", "viscoplastic-slider-crank"]
UNTIL = {"truck-flexible": ["--until", "0.2"], "viscoplastic-slider-crank": ["--until", "0.002"]}
FORMULATIONS = ["rcd1", "ggl1", "ovd1", "psi1", "ovd0", "psi0"]
ROUNDS = 3


def run(program, model, formulation):
    """Microseconds per step and number of steps; None if the run fails."""
    command = [program, "run", f"models/{model}.json", "--formulation", formulation, "--method", "radau5", "--json", "--timeout", "60"]
    result = subprocess.run(command + UNTIL.get(model, []), capture_output=True, text=True, check=False)
    if result.returncode != 0:
        return None
    answer = json.loads(result.stdout)
    return 1e6 * answer["cpu_seconds"] / answer["stats"]["steps"], answer["stats"]["steps"]


def main():
    programs = sys.argv[1:][::-1]
    best = {}
    for _ in range(ROUNDS):
        for model in MODELS:
            for formulation in FORMULATIONS:
                for program in programs:
                    measured = run(program, model, formulation)
                    key = program, model, formulation
                    if measured and (key not in best or measured < best[key]):
                        best[key] = measured
    print("| model | " + " | ".join(FORMULATIONS) + " |")
    print("|---" * (1 + len(FORMULATIONS)) + "|")
    for model in MODELS:
        for program in programs:
            name = model + (", before" if len(programs) == 2 and program == programs[0] else "")
            cells = [best.get((program, model, f)) for f in FORMULATIONS]
            print(f"| {name} | " + " | ".join(f"{c[0]:.0f}" if c else "fails" for c in cells) + " |")
            print(f"{name}: steps", *(c[1] if c else "-" for c in cells), file=sys.stderr)


main()
