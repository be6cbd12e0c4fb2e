#!/usr/bin/env python3
"""krylov.py PROGRAM [WORD…]: GMRES beside the direct solvers (docs/linear-algebra.md).

The program pleuel at PROGRAM runs the elastic slider crank (ggl1, radau5), the bolt (qs, bdf2) and a chain (ggl1, radau5) on
one thread with ldl, klu and gmres. Prints processor time per step, numbers of one factor in units of 1000, the largest
memory of the process and the iterations of GMRES per solve. Words select cases."""
import json
import subprocess
import sys

MOTION = ["--formulation", "ggl1", "--method", "radau5"]
SOLVERS = ["ldl", "klu", "gmres"]


def crank(cells, rows, until):
    return (f"crank {cells} × {rows}", ["models/fe-slider-crank.json", *MOTION, "--until", str(until), "--set", f"cells={cells}",
                                        "--set", f"rows={rows}"])


def bolt(refine, until):
    return f"bolt, refine {refine}", ["bolt", "--method", "bdf2", "--rtol", "1e-4", "--until", str(until), "--set", f"refine={refine}"]


CASES = [crank(56, 2, 3e-4), crank(224, 8, 1e-4), crank(180, 12, 5e-5), bolt(4, 2), bolt(14, 0.5), bolt(28, 0.2),
         ("chain of 10 000", ["models/chain.json", *MOTION, "--until", "0.001", "--rtol", "1e-4", "--atol", "1e-4", "--set",
                              "N=10000"])]


def cell(program, arguments, solver):
    command = [program, "run", *arguments, "--threads", "1", "--json", "--set", f"solver={solver}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return "fails"
    answer = json.loads(done.stdout)
    used, seconds = answer["solver"] or {}, answer["cpu_seconds"] / max(1, answer["stats"]["steps"])
    text = f"{1e3 * seconds:.3g} ms, {used.get('factor_entries', 0) / 1e3:.0f}, {answer['peak_memory'] / 1e6:.0f} MB"
    solves = used.get("krylov_solves", 0)
    return text + (f", {used['krylov_iterations'] / solves:.1f}" if solves else "")


def main():
    program = sys.argv[1]
    print("| case | " + " | ".join(SOLVERS) + " |")
    print("|---" * (1 + len(SOLVERS)) + "|")
    for name, arguments in CASES:
        if len(sys.argv) > 2 and not any(word in name for word in sys.argv[2:]):
            continue
        print(f"| {name} | " + " | ".join(cell(program, arguments, s) for s in SOLVERS) + " |", flush=True)


if __name__ == "__main__":
    main()
