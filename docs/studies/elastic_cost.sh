#!/bin/sh
# Cost of elastic and viscoplastic bodies: unknowns, set-up, wall time per step, peak memory and bytes
# per unknown on 1 and 2 threads, as a table in Markdown.
#     docs/studies/elastic_cost.sh build/release/pleuel [OTHER_PROGRAM]
# A second program, for example an older one, is run alternately and gives its own rows. It needs no
# option --threads then. SIZES=large adds the bolt with 100 912 displacements.
set -eu
cd "$(dirname "$0")/../.."
program=$1
other=${2:-}

# measure PROGRAM LABEL ARGUMENTS…: the best of two runs, and a run of one step for the set-up
measure() {
  run=$1 label=$2
  shift 2
  python3 - "$run" "$label" "$@" <<'PYTHON'
import json, resource, subprocess, sys, time
run, label, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
def timed(more):
    before = time.time()
    process = subprocess.run([run, "run", *arguments, *more, "--json"], capture_output=True, text=True)
    seconds = time.time() - before
    if process.returncode != 0:
        sys.exit(f"{label}: {process.stderr}{process.stdout[:500]}")
    return json.loads(process.stdout), seconds
def best(more, n=2):
    runs = [timed(more) for _ in range(n)]
    return min(runs, key=lambda run: run[1])
result, seconds = best([])
short, setup = best(["--set", "h_max=0", "--until", repr(1e-9 * result["t_end"])])
steps = result["stats"]["steps"] - short["stats"]["steps"]
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
unknowns = len(result["names"])
print(f"| {label} | {unknowns} | {result['stats']['steps']} | {setup:.2f} | {(seconds - setup) / steps * 1e3:.1f} | "
      f"{peak / 1e6:.0f} | {peak / unknowns:.0f} |", flush=True)
PYTHON
}

# both LABEL ARGUMENTS…
both() {
  label=$1
  shift
  [ -z "$other" ] || measure "$other" "$label, before" "$@"
  measure "$program" "$label, 1 thread" "$@" --threads 1
  measure "$program" "$label, 2 threads" "$@" --threads 2
}

echo "| case | unknowns | steps | set-up s | ms per step | peak MB | bytes per unknown |"
echo "|---|---|---|---|---|---|---|"
both "bolt M1" models/bolt.json --until 20
both "bolt M2" models/bolt.json --set refine=2 --until 20
both "bolt M3" models/bolt.json --set refine=4 --until 20
both "bolt, 30 000 unknowns" models/bolt.json --set refine=6 --until 20
both "viscoplastic crank" models/viscoplastic-slider-crank.json --until 1e-3
both "viscoplastic crank, 30 000 unknowns" models/viscoplastic-slider-crank.json --set cells=112 --set rows=4 --until 2e-4
both "truck-flexible" models/truck-flexible.json --until 0.05
[ "${SIZES:-}" != large ] || both "bolt, 100 000 displacements" models/bolt.json --set refine=27 --until 3
