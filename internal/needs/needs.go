// Package needs gets for tests what lies outside the repository: the folder of
// shared data and other tools. What is missing skips a test, saying so; with
// REQUIRE_TOOLS=1, as in CI, it fails. Only tests import this package.
package needs

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Shared returns the folder of shared test data: $WORKBENCH_SHARED, by default
// the folder shared beside the repository.
func Shared(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("WORKBENCH_SHARED")
	if dir == "" {
		_, here, _, _ := runtime.Caller(0)
		dir = filepath.Join(filepath.Dir(here), "..", "..", "..", "shared")
	}
	_, err := os.Stat(dir)
	Tool(tb, "the shared test data (set WORKBENCH_SHARED)", err)
	return dir
}

// Tool skips or fails the test when err says that something is missing.
func Tool(tb testing.TB, what string, err error) {
	tb.Helper()
	switch {
	case err == nil:
	case os.Getenv("REQUIRE_TOOLS") == "1":
		tb.Fatalf("REQUIRE_TOOLS=1, but %s is missing: %v", what, err)
	default:
		tb.Skipf("%s is not here: %v", what, err)
	}
}
