#!/usr/bin/env python3
"""solver_steps.py PROGRAM [MOST]: what a step costs with each sparse solver (docs/linear-algebra.md).

The program pleuel at PROGRAM runs a rod (models/fe-slider-crank.json, ggl1, radau5), the bolt (qs, bdf2) and a square block
that swings (ggl1, radau5) on one thread, with every solver that is built and with auto, up to MOST deformations (100000).
Prints processor time per step in ms and the largest memory of the process in MB; a solver is left out of larger meshes
after a step of four seconds."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

BLOCK = {
    "pleuel": 2, "name": "block", "dimension": 2, "parameters": {"n": 16}, "gravity": [0, -9.81],
    "bodies": [{"name": "block", "type": "flexible",
                "mesh": {"type": "box", "length": 0.1, "height": 0.1, "cells": ["n", "n"], "element": "T6"},
                "material": {"young": 2e9, "poisson": 0.3, "density": 1200}, "thickness": 0.01, "state": "plane-stress",
                "frame": {"type": "chord", "a": "left_middle", "b": "right_middle"},
                "markers": {"pin": {"set": "left_middle"}}}],
    "joints": [{"name": "pin", "type": "revolute", "a": "ground.origin", "b": "block.pin"}],
    "simulation": {"until": 1}}
LONGEST_STEP = 4.0  # s


def cases(folder):
    """Shape, deformations, arguments of run."""
    motion = ["--formulation", "ggl1", "--method", "radau5"]
    for rows, until in ((2, 3e-4), (4, 2e-4), (8, 1e-4), (16, 3e-5)):
        yield "rod", 2 * (56 * rows + 1) * (2 * rows + 1) - 4, ["models/fe-slider-crank.json", *motion, "--until", str(until),
                                                        "--set", f"cells={28 * rows}", "--set", f"rows={rows}"]
    for refine, until in ((4, 2), (8, 1), (15, 0.5), (28, 0.3)):
        yield "bolt", 2 * (16 * refine + 1) * (4 * refine + 1), ["bolt", "--method", "bdf2", "--rtol", "1e-4", "--until", str(until),
                                                         "--set", f"refine={refine}"]
    for n, until in ((16, 2e-4), (30, 1e-4), (60, 5e-5), (110, 2e-5)):
        yield "block", 2 * (2 * n + 1) ** 2 - 3, [str(folder / "block.json"), *motion, "--until", str(until), "--set", f"n={n}"]


def run(program, arguments, solver):
    command = [program, "run", *arguments, "--threads", "1", "--json", "--set", f"solver={solver}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    answer = json.loads(done.stdout)
    return answer["cpu_seconds"] / max(1, answer["stats"]["steps"]), answer.get("peak_memory", 0), answer.get("solver", {})


def main():
    program, most = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    listed = subprocess.run([program, "list", "solvers"], capture_output=True, text=True, check=True).stdout.splitlines()
    solvers = [line.split(":")[0] for line, next_line in zip(listed, listed[1:] + [""])
               if ":" in line and not line.startswith((" ", "Given")) and not next_line.startswith("    ")]
    print("| shape, deformations | " + " | ".join(solvers) + " | auto |")
    print("|---" * (2 + len(solvers)) + "|")
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "block.json").write_text(json.dumps(BLOCK))
        for shape, size, arguments in cases(pathlib.Path(folder)):
            if size > most:
                continue
            cells = []
            for solver in [*solvers, "auto"]:
                of = times.setdefault((shape, solver), [])
                if of and of[-1][1] > LONGEST_STEP:
                    cells.append("–")
                    continue
                measured = run(program, arguments, solver)
                if measured is None:
                    cells.append("fails")
                    continue
                of.append((size, measured[0]))
                text = f"{1e3 * measured[0]:.3g}, {measured[1] / 1e6:.0f} MB"
                cells.append(text if solver != "auto" else f"{text}: {measured[2].get('name', '')}")
            print(f"| {shape}, {size} | " + " | ".join(cells) + " |", flush=True)
    for (shape, solver), of in times.items():
        if len(of) > 1:
            (n, t), (m, u) = of[-2:]
            print(f"{shape}, {solver}: exponent {math.log(u / t) / math.log(m / n):.2f} from {n} to {m}")


main()
