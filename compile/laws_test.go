package compile_test

import (
	"bytes"
	"context"
	"testing"

	"pgregory.net/rapid"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

func parse(t interface{ Fatalf(string, ...any) }, src []byte) *canonjson.Value {
	root, err := canonjson.Parse(src, canonjson.Options{})
	if err != nil {
		t.Fatalf("not JSON: %v\n%s", err, src)
	}
	return root
}

func install(t *rapid.T, src []byte, o compile.InstallOptions) *compile.Installed {
	in, err := compile.Install(src, parse(t, src), o)
	if err != nil {
		t.Fatalf("refused: %v\n%s", err, src)
	}
	return in
}

// holds reports the faults of formalize verify: recompilation and binding.
func holds(t interface{ Fatalf(string, ...any) }, src []byte) diag.List {
	root := parse(t, src)
	anchors := compile.Anchors(root)
	if len(anchors) != 1 {
		return diag.List{{Code: "anchors"}}
	}
	plan, faults := compile.Decode(root)
	l := append(append(faults.All(), anchors[0].Faults...), compile.Recompile(root, anchors[0])...)
	c, broken := strips.Check(anchors[0].Contract, plan.Dependencies())
	bound, _ := compile.Bind(plan, c, true)
	return append(append(append(l, broken...), bound...), compile.Gate(root, anchors[0], c)...)
}

// TestLawCompiledPlansVerify: what compile installs verifies, in both styles,
// with the same hashes, and the fingerprint does not change by installing.
func TestLawCompiledPlansVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := render(t, drawPlan(t))
		a := install(t, src, compile.InstallOptions{})
		b := install(t, src, compile.InstallOptions{Style: compile.StylePlanAuditor})
		if a.ContractSHA256 != b.ContractSHA256 || a.SourceSHA256 != b.SourceSHA256 {
			t.Fatalf("the styles differ: %s %s, %s %s", a.ContractSHA256, a.SourceSHA256, b.ContractSHA256, b.SourceSHA256)
		}
		for _, in := range []*compile.Installed{a, b} {
			if got := compile.Fingerprint(parse(t, in.Source)); got != in.SourceSHA256 {
				t.Fatalf("installing changed the fingerprint: %s, was %s", got, in.SourceSHA256)
			}
			if l := holds(t, in.Source); len(l) > 0 {
				t.Fatalf("the installed plan does not hold: %v\n%s", l, in.Source)
			}
			r, err := strips.Solve(context.Background(), in.Contract, in.Plan.Dependencies(), strips.Options{})
			if err != nil || r.Verdict != strips.Pass {
				t.Fatalf("the contract is %v %v", r.Verdict, err)
			}
		}
	})
}

// TestLawInstallIsIdempotentAndRemovable: installing twice changes nothing the
// second time, and removing gives the fingerprint's plan back; where every
// step had a list of checks over several lines, the very text.
func TestLawInstallIsIdempotentAndRemovable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := drawPlan(t)
		src := render(t, plan)
		once := install(t, src, compile.InstallOptions{})
		twice := install(t, once.Source, compile.InstallOptions{})
		if twice.Changed || !bytes.Equal(twice.Source, once.Source) {
			t.Fatalf("the second run changed the plan:\n%s\n%s", once.Source, twice.Source)
		}
		gone, err := compile.Remove(once.Source, parse(t, once.Source), compile.StyleWorkbench)
		if err != nil {
			t.Fatalf("remove: %v", err)
		}
		hadAll := true
		for _, s := range plan["steps"].([]any) {
			hadAll = hadAll && s.(genStep)["verify"] != nil
		}
		if hadAll && !bytes.Equal(gone.Source, src) {
			t.Fatalf("remove gave\n%q\nnot\n%q", gone.Source, src)
		}
		if got := compile.Fingerprint(parse(t, gone.Source)); got != once.SourceSHA256 {
			t.Fatalf("remove changed the fingerprint")
		}
	})
}

// TestLawOnlyVerifyListsChange: outside the verify list of the anchor step the
// text is the user's, byte for byte.
func TestLawOnlyVerifyListsChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := render(t, drawPlan(t))
		in := install(t, src, compile.InstallOptions{})
		cut := func(text []byte) (before, after []byte) {
			root := parse(t, text)
			for i := range root.Get("steps").Items {
				s := &root.Get("steps").Items[i]
				if id, _, _ := s.Get("id").Integer(); id == in.AnchorStep {
					if v := s.Get("verify"); v != nil {
						return text[:v.Start], text[v.End:]
					}
					return nil, nil
				}
			}
			t.Fatalf("no anchor step")
			return nil, nil
		}
		before, after := cut(src)
		before2, after2 := cut(in.Source)
		if before != nil && (!bytes.Equal(before, before2) || !bytes.Equal(after, after2)) {
			t.Fatalf("text outside the list changed:\n%s\n%s", src, in.Source)
		}
	})
}

// TestLawAnyEditFails: any single edit of the source or of the contract makes
// formalize verify fail: a value replaced, a member or an item removed or
// doubled, anywhere in what the fingerprint covers or in the anchor.
func TestLawAnyEditFails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := install(t, render(t, drawPlan(t)), compile.InstallOptions{})
		root := parse(t, in.Source)
		inContract := rapid.Bool().Draw(t, "edit the contract")
		var places []*canonjson.Value
		anchor := compile.Anchors(root)[0]
		if inContract {
			places = collect(anchor.Contract, nil)
		} else {
			places = append(places, root.Get("task"))
			places = collect(root.Get("requirements"), places)
			for i := range root.Get("steps").Items {
				s := &root.Get("steps").Items[i]
				for _, name := range []string{"id", "depends_on", "requires_outputs", "covers", "outputs"} {
					places = collect(s.Get(name), places)
				}
				if v := s.Get("verify"); v != nil {
					for j := range v.Items {
						if c := &v.Items[j]; c.Get("formal_planning") == nil && c.Get("argv").Items[0].Text == "true" {
							places = collect(c, places)
						}
					}
				}
			}
		}
		v := rapid.SampledFrom(places).Draw(t, "place")
		before := canonjson.Append(nil, root)
		edit(t, v)
		after := canonjson.Append(nil, root)
		if bytes.Equal(before, after) {
			t.Skip("the edit changed nothing")
		}
		if l := holds(t, after); len(l) == 0 {
			t.Fatalf("still accepted after the edit\nbefore %s\nafter  %s", before, after)
		}
	})
}

func collect(v *canonjson.Value, into []*canonjson.Value) []*canonjson.Value {
	into = append(into, v)
	for i := range v.Items {
		into = collect(&v.Items[i], into)
	}
	for i := range v.Members {
		into = collect(&v.Members[i].Value, into)
	}
	return into
}

// edit changes one value.
func edit(t *rapid.T, v *canonjson.Value) {
	switch {
	case v.Kind == canonjson.String:
		v.Text += "x"
	case v.Kind == canonjson.Number:
		v.Text += "1"
	case v.Kind == canonjson.Array && len(v.Items) > 0:
		i := rapid.IntRange(0, len(v.Items)-1).Draw(t, "item")
		if rapid.Bool().Draw(t, "double") {
			v.Items = append(v.Items, v.Items[i])
		} else {
			v.Items = append(v.Items[:i:i], v.Items[i+1:]...)
		}
	case v.Kind == canonjson.Array:
		v.Items = append(v.Items, canonjson.Str("new"))
	case v.Kind == canonjson.Object:
		v.Members = append(v.Members, canonjson.Member{Name: "extra", Value: canonjson.Int(1)})
	default:
		*v = canonjson.Str("other")
	}
}
