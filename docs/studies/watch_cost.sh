#!/usr/bin/env bash
# The share of the instructions of a run that its watches take, by valgrind's callgrind:
#
#     docs/studies/watch_cost.sh
#
# builds the program without -march=native into build/plain and prints a table. Watches: singular
# configurations, turns of angles, switching times, defects of constraints and energy, ranges of
# elastic bodies. Their share is that of the integration without them.
set -euo pipefail
root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/plain
if [[ ${1:-} != --built ]]; then
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPLEUEL_NATIVE=OFF -DPLEUEL_BUILD_TESTS=OFF > /dev/null
  ninja -C "$build" pleuel_program > /dev/null
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
watches='::(TurnCounter::(keep|accept)|SwitchWatch::look_ahead|DefectWatch::step|ValidityWatch::look)[(]'

share() {  # name, arguments of run
  local name=$1
  shift
  valgrind --tool=callgrind --callgrind-out-file="$work/out" "$build/pleuel" run "$@" > /dev/null 2>&1
  callgrind_annotate --inclusive=yes --threshold=100 "$work/out" 2> /dev/null | tr -d , |
    awk -v name="$name" -v watches="$watches" '
      /::Passage::advance[(]/ { total = $1 }
      /::SingularGuard::step[(]/ { guarded = $1 }
      /::StepLoop::step[(]/ { method = $1 }
      $0 ~ watches { watch += $1 }
      END {
        if (guarded) watch += guarded - method
        printf "| %s | %.1f | %.2f %% |\n", name, total / 1e6, 100 * watch / (total - watch)
      }'
}

echo '| run | millions of instructions | watches |'
echo '|---|---|---|'
share 'slider-crank, 1e-6' slider-crank --rtol 1e-6
share 'andrews, 1e-6' andrews --rtol 1e-6
share 'pendulum, 1e-6' pendulum --rtol 1e-6
share 'suspension, 1e-6' "$root/models/suspension.json" --rtol 1e-6
share 'fe-slider-crank, 1e-4, 5 ms' fe-slider-crank --rtol 1e-4 --until 0.005
