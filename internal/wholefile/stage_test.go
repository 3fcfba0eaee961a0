package wholefile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"workbench/internal/wholefile"
)

func ExampleStage() {
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "answer.txt")
	temp, err := wholefile.Stage(path, []byte("42"), func(f *os.File) error { return f.Chmod(0o644) })
	fmt.Println(err, os.Rename(temp, path))
	content, _ := os.ReadFile(path)
	fmt.Printf("%s\n", content)
	// Output:
	// <nil> <nil>
	// 42
}

func TestStageLeavesNothingAfterAnError(t *testing.T) {
	dir := t.TempDir()
	wrong := errors.New("wrong")
	if _, err := wholefile.Stage(filepath.Join(dir, "f"), nil, func(*os.File) error { return wrong }); err != wrong {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := wholefile.Stage(filepath.Join(dir, "none", "f"), nil, nil); err == nil {
		t.Error("a folder that is not there is written to")
	}
}
