package adjudicator

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// TestLawFolding: folding a second time changes nothing, and neither the case
// nor the normal form of a text can be seen once it is folded.
func TestLawFolding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("aAéÉßẞﬁKkСсΣςσİı\u0301")))).Draw(t, "text")
		for name, fold := range map[string]func(string) string{"case": foldCase, "look": foldLook} {
			once := fold(s)
			if twice := fold(once); twice != once {
				t.Fatalf("%s of %q is %q, of that %q", name, s, once, twice)
			}
			for _, variant := range []string{norm.NFD.String(s), norm.NFC.String(s)} {
				if fold(variant) != once {
					t.Fatalf("%s tells %q from %q", name, s, variant)
				}
			}
		}
	})
	for _, pair := range [][2]string{{"STRASSE", "straße"}, {"ΟΔΟΣ", "οδος"}, {"ΟΔΟΣ", "οδοσ"}, {"É", "e\u0301"}, {"K", "\u212a"}, {"ﬁX", "FIx"}} {
		if foldCase(pair[0]) != foldCase(pair[1]) {
			t.Errorf("%q and %q are told apart", pair[0], pair[1])
		}
	}
	if foldCase("Wrіte") == "write" || foldLook("Wrіte") != "write" {
		t.Error("a look-alike is folded for refusals, and only for them")
	}
}

// TestDefaultGuardsParse: every default is a pattern, and all are in a policy.
func TestDefaultGuardsParse(t *testing.T) {
	for _, text := range defaultGuards {
		if _, err := ParseGlob(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if got := len(newPolicy().guards); got != len(defaultGuards) {
		t.Errorf("%d of %d defaults are guarded", got, len(defaultGuards))
	}
}

// TestBearersAreFolded: the tables hold names as they are looked up.
func TestBearersAreFolded(t *testing.T) {
	for _, table := range []map[string]bool{pathBearers, commandBearers, patchBearers, wordBearers, readWords, writeWords} {
		for name := range table {
			if foldLook(name) != name || strings.TrimSpace(name) == "" {
				t.Errorf("%q is not folded", name)
			}
		}
	}
	for _, name := range []string{"path", "file", "file_path", "filePath", "filename", "target", "target_file", "notebook_path", "old_path", "new_path", "source", "destination", "output", "dir", "files"} {
		if roleOf(foldCase(name), toolFacts{}) != pathRole {
			t.Errorf("%s bears no path", name)
		}
	}
}
