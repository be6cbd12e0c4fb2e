#!/bin/sh
# chain_cost.sh PROGRAM: the table "Cost by number of links" of docs/conformance.md, by the program pleuel at PROGRAM. Needs GNU time
# and jq.
set -eu
program=$1
memory=$(mktemp)
echo "| formulation | links | steps | right-hand sides | µs a step and link | µs a right-hand side and link | MB |"
echo "|---|---|---|---|---|---|---|"
for formulation in rcd1 ggl1 psi1; do
  for links in 10 100 1000 10000; do
    result=$(/usr/bin/time -f %M -o "$memory" "$program" run chain --formulation "$formulation" --set links="$links" \
      --rtol 1e-5 --atol 1e-5 --step 1e-5 --until 3e-4 --json)
    megabytes=$(( ($(cat "$memory") + 512) / 1024 ))
    echo "$result" | jq -r --arg f "$formulation" --argjson n "$links" --arg mb "$megabytes" '
      def digits($x): $x * 1000 | round / 1000;
      "| \($f) | \($n) | \(.stats.steps) | \(.stats.rhs) | \(digits(.cpu_seconds / .stats.steps / $n * 1e6)) " +
      "| \(digits(.cpu_seconds / .stats.rhs / $n * 1e6)) | \($mb) |"'
  done
done
rm -f "$memory"
