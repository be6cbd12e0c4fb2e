#!/usr/bin/env python3
"""What viscoplastic bodies of some 10 000 points cost (docs/viscoplastic.md): a bar of Tet10 in bending and tension, and
a beam of fibres in space, loaded beyond their elastic limits, qs, bdf, rtol 1e-4.

    docs/studies/viscoplastic_cost.py [--pleuel build/release/pleuel]

Prints wall and processor time per step with one and two threads, whether both wrote the same bytes, and, if Linux' perf
is installed, the shares of the time of one thread.
"""
import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

steel = {"law": "SS316-S-600C", "density": 7900}
tetrahedra = {
    "name": "bar", "type": "flexible", "material": steel,
    "mesh": {"type": "box", "length": "0.1 m", "height": "15 mm", "width": "15 mm", "cells": [26, 4, 4]},
    "frame": {"type": "supports", "fix": {"left": "xyz"}},
    "tractions": [{"set": "right", "value": ["20 MPa/(1 s)*t", "3.5 MPa/(1 s)*t", "2 MPa/(1 s)*t"]}]}
fibres = {
    "name": "bar", "type": "flexible", "material": steel, "mesh": {"type": "beam", "length": "2 m", "elements": 78},
    "section": {"height": "20 mm", "width": "15 mm", "y": [0, 1, 0], "fibres": [8, 8]},
    "frame": {"type": "tangent", "set": "start"}, "markers": {"end": {"set": "end"}}}
force = {"name": "F", "type": "force", "marker": "bar.end", "y": "90 N/(1 s)*t", "z": "40 N/(1 s)*t"}
parts = (("condensation", r"StateCondensation|column_of_block|load_block"), ("inverses", r"StateInverse"),
         ("points", r"material|InelasticPoints|CellStrains|FibreStrains|\bexp|\bpow"),
         ("factorisation and solves", r"Ldl|Eigen|klu|KLU|_node"))


def model(body, forces):
    return {"pleuel": 2, "name": "cost", "dimension": 3, "bodies": [body], "forces": forces,
            "joints": [{"name": "vice", "type": "weld", "a": "ground.origin", "b": "bar.origin"}],
            "outputs": [{"field": "bar.plastic_strain", "at": "max"}],
            "simulation": {"formulation": "qs", "method": "bdf", "until": 1, "rtol": 1e-4, "atol": 1e-7}}


def shares(program, path, folder):
    data = str(folder / "perf.data")
    subprocess.run(["perf", "record", "-o", data, "-F", "200", program, "run", path, "--threads", "1"],
                   capture_output=True, check=True)
    text = subprocess.run(["perf", "report", "-i", data, "--stdio"], capture_output=True, text=True, check=True).stdout
    sums = {name: 0.0 for name, _ in parts}
    for percent, symbol in re.findall(r"^\s+([0-9.]+)%.*\[.\]\s+(.*)$", text, re.M):
        name = next((name for name, pattern in parts if re.search(pattern, symbol)), None)
        if name:
            sums[name] += float(percent)
    return ", ".join(f"{name} {value:.0f} %" for name, value in sums.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pleuel", default="build/release/pleuel")
    program = str(pathlib.Path(parser.parse_args().pleuel).resolve())
    print("| body | points | steps | wall, ms per step, 1 thread | 2 threads | processor, 1 thread | same bytes |\n"
          "|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for title, body, forces, points in (("Tet10", tetrahedra, [], 9984), ("fibres", fibres, [force], 9984)):
            path = str(folder / "cost.json")
            pathlib.Path(path).write_text(json.dumps(model(body, forces)))
            wall, processor, hashes = {}, {}, set()
            for threads in (1, 2):
                out = folder / f"{title}{threads}"
                begin = time.monotonic()
                text = subprocess.run([program, "run", path, "--threads", str(threads), "--out", str(out), "--json"],
                                      capture_output=True, text=True, check=True).stdout
                wall[threads] = time.monotonic() - begin
                result = json.loads(text)
                processor[threads], steps = result["cpu_seconds"], result["stats"]["steps"]
                hashes.add(hashlib.sha256((out / "trajectory.csv").read_bytes()).hexdigest())
            print(f"| {title} | {points} | {steps} | {1e3 * wall[1] / steps:.3g} | {1e3 * wall[2] / steps:.3g} | "
                  f"{1e3 * processor[1] / steps:.3g} | {'yes' if len(hashes) == 1 else 'NO'} |", flush=True)
            if shutil.which("perf"):
                print(shares(program, path, folder), flush=True)


if __name__ == "__main__":
    main()
