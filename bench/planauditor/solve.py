"""Times the solver of the installed plan-auditor on one plan: FILE BOUND."""
import json
import sys
import time

from supervisor import formal_planning as fp

plan = json.load(open(sys.argv[1], encoding="utf-8"))
raw = fp.find_formal_anchors(plan)[0][2]["formal_planning"]
contract, errors, _ = fp._parse_contract(plan, raw)
assert contract is not None and not errors, errors
deps = fp.effective_dependencies(plan)
best, started = float("inf"), time.monotonic()
while True:
    before, rounds = time.process_time(), 0
    while rounds == 0 or time.process_time() - before < 0.005:
        if contract.monotonic:
            verdict, _, explored, _ = fp._monotonic_solve(contract, deps)
        else:
            verdict, _, explored, _ = fp._search_solve(contract, deps, int(sys.argv[2]))
        rounds += 1
    best = min(best, (time.process_time() - before) / rounds)
    if time.monotonic() - started > 0.2:
        break
json.dump({"verdict": verdict, "explored": explored, "seconds": best}, sys.stdout)
