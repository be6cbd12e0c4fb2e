"""Submits the shares of a work list to a Dask scheduler and waits for all of them.

    python3 sweep_dask.py --scheduler tcp://HOST:8786 --program PLEUEL --result DIR --shares 1,2,3 --of 3

Each share is `pleuel sweep work DIR --task k/N` on a worker. Shares are idempotent: one that is lost with its worker may
be submitted again. The exit code is 0 if all shares ended with 0.
"""
import argparse
import subprocess
import sys


def do_share(program, result, share, count):
    done = subprocess.run([program, "sweep", "work", result, "--task", f"{share}/{count}", "--quiet"],
                          capture_output=True, text=True, check=False)
    return share, done.returncode, done.stderr.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("scheduler", "program", "result", "shares", "of"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    try:
        from distributed import Client, as_completed
    except ImportError:
        print("the Python package distributed of Dask is not installed here (Debian: python3-distributed)")
        return 3
    try:
        client = Client(given.scheduler, timeout="30s")
    except Exception as error:  # whatever the library throws, the user needs its text
        print(f"no Dask scheduler answers at '{given.scheduler}': {error}")
        return 4
    futures = [client.submit(do_share, given.program, given.result, share, given.of, key=f"pleuel-share-{share}", pure=False)
               for share in given.shares.split(",")]
    worst = 0
    for future in as_completed(futures):
        try:
            share, code, errors = future.result()
        except Exception as error:
            share, code, errors = future.key, 70, str(error)
        if code != 0:
            print(f"share {share} ended with code {code}: {errors}")
        worst = max(worst, code)
    client.close()
    return worst


if __name__ == "__main__":
    sys.exit(main())
