#!/usr/bin/env bash
# Whole processes side by side, in one run: `workbench verify` of a 100-step
# plan against `plan-auditor-formal verify`, `workbench version`, and an empty
# Go program. Prints the median wall time of each and the ratios.
#
#   bench/verify.sh VENV/bin      the folder with plan-auditor-formal
set -euo pipefail
cd "$(dirname "$0")/.."
auditor=${1:?the folder with plan-auditor-formal}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/workbench" ./cmd/workbench
mkdir "$work/empty"
printf 'package main\n\nfunc main() {}\n' >"$work/empty/main.go"
(cd "$work/empty" && printf 'module empty\n\ngo 1.26\n' >go.mod && go build -o ../nothing .)
mkdir -p "$work/ws/.plan-auditor"
python3 - "$work/ws/.plan-auditor/plan.json" <<'PY'
import json, sys
steps = [{"id": i, "title": f"step {i}", "depends_on": [i - 1] if i > 1 else [],
          "requires_outputs": [{"step": i - 1, "name": "out"}] if i > 1 else [],
          "outputs": [{"name": "out", "verify": [{"type": "file_exists", "path": "x"}]}],
          "covers": ["REQ-001"] if i == 100 else [], "verify": [{"type": "run", "argv": ["true"]}]} for i in range(1, 101)]
json.dump({"task": "bench", "created": "2026-01-01T00:00:00", "requirements": ["need"], "steps": steps}, open(sys.argv[1], "w"), indent=2)
PY
"$auditor/plan-auditor-formalize" compile "$work/ws" >/dev/null
python3 - "$work" "$auditor" <<'PY'
import statistics, subprocess, sys, time
work, auditor = sys.argv[1:]
commands = {
    "empty Go program": [f"{work}/nothing"],
    "workbench version": [f"{work}/workbench", "version"],
    "workbench verify, 100 steps": [f"{work}/workbench", "verify", f"{work}/ws"],
    "plan-auditor-formal verify, 100 steps": [f"{auditor}/plan-auditor-formal", "verify", f"{work}/ws"],
}
times = {name: [] for name in commands}
for _ in range(31):  # in turn, so that a slow moment of the machine hits all
    for name, argv in commands.items():
        before = time.perf_counter()
        code = subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        times[name].append(time.perf_counter() - before)
        assert code == 0, (name, code)
median = {name: statistics.median(t) * 1e3 for name, t in times.items()}
for name, ms in median.items():
    print(f"{name:40s} {ms:8.2f} ms")
nothing, version, ours, theirs = median.values()
print(f"verify is {theirs / ours:.1f} times as fast as plan-auditor-formal, {ours - version:.2f} ms over version; version takes {version / nothing:.2f} times an empty program")
PY
