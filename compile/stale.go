package compile

import (
	"bytes"
	"os"
	"path/filepath"

	"workbench/internal/canonjson"
)

// removeStale removes temporary files that killed runs of Write left beside a
// plan. The caller holds the folder's lock, so no other run is at work. A file
// stays when it holds anything but this plan with or without its generated
// checks: it may be the only copy of somebody's edit.
func removeStale(d *Document) {
	dir, base := filepath.Split(d.Path)
	stale, _ := filepath.Glob(filepath.Join(dir, "."+base+".*.tmp")) // the pattern is well formed
	if len(stale) == 0 || d.Root == nil {
		return
	}
	plan := stripped(d.Root)
	for _, path := range stale {
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() > MaxPlanBytes {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if root, err := canonjson.Parse(src, canonjson.Options{}); err == nil && bytes.Equal(stripped(root), plan) {
			_ = os.Remove(path)
		}
	}
}

// stripped is the canonical form of a plan without its generated checks. An
// empty or absent verify list is the same.
func stripped(root *canonjson.Value) []byte {
	plain := withChecks(root, -1, nil)
	if steps := plain.Get("steps"); steps != nil {
		for i := range steps.Items {
			step := &steps.Items[i]
			for j, m := range step.Members {
				if m.Name == "verify" && m.Value.Kind == canonjson.Array && len(m.Value.Items) == 0 {
					step.Members = append(step.Members[:j:j], step.Members[j+1:]...)
					break
				}
			}
		}
	}
	return canonjson.Append(nil, &plain)
}
