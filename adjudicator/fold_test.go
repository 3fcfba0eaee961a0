package adjudicator_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"workbench/adjudicator"
)

// naiveClose is the fold of the specification written again, over a plain
// list: no sets, no order, no tables of the package.
func naiveClose(opinions []adjudicator.Verdict) (kind, reason, args string) {
	order := []string{"SELF_MODIFY", "POLICY_BLOCK", "SECRET_EXFIL", "TRUST_VIOLATION", "MALFORMED", "OVERSIZE", "OPAQUE_WRITE", "TRANSFORM_CONFLICT", "INVALID_POLICY", "MISROUTE", "RATE_LIMITED", "LEASE_HELD", "UNWITNESSED", "UNKNOWN_TOOL", "RESULT_SECRET_DISCOVERED", "DEFAULT_DENY", "ADJUDICATOR_FAULT", "UNKNOWN_VERDICT"}
	said := map[string][]string{} // kind → reasons given
	rewrites := map[string]bool{}
	for _, v := range opinions {
		k, r := v.Kind.String(), v.Reason.String()
		if v.Kind > adjudicator.Indeterminate || v.Reason > adjudicator.UnknownVerdict {
			k, r = "deny", "UNKNOWN_VERDICT"
		}
		if r == "NONE" {
			r = "DEFAULT_DENY"
		}
		said[k] = append(said[k], r)
		if k == "transform" {
			rewrites[v.Args] = true
		}
	}
	first := func(reasons []string) string {
		for _, r := range order {
			if slices.Contains(reasons, r) {
				return r
			}
		}
		return "?"
	}
	var rewrite string
	for a := range rewrites {
		rewrite = a
	}
	switch {
	case len(said["deny"]) > 0:
		return "deny", first(said["deny"]), ""
	case len(said["indeterminate"]) > 0:
		return "deny", first(said["indeterminate"]), ""
	case len(rewrites) > 1:
		return "deny", "TRANSFORM_CONFLICT", ""
	}
	for _, k := range []string{"require_approval", "require_witness", "quarantine"} {
		if len(said[k]) > 0 {
			return k, first(said[k]), rewrite
		}
	}
	switch {
	case len(said["allow"]) > 0 && len(rewrites) > 0:
		return "transform", "NONE", rewrite
	case len(said["allow"]) > 0:
		return "allow", "NONE", ""
	default:
		return "deny", "DEFAULT_DENY", ""
	}
}

// alphabet holds one opinion for each case that the fold tells apart.
var alphabet = []adjudicator.Verdict{
	{},
	{Kind: adjudicator.Deny, Reason: adjudicator.PolicyBlock, By: "a"},
	{Kind: adjudicator.Deny, Reason: adjudicator.PolicyBlock, By: "b"},
	{Kind: adjudicator.Deny, Reason: adjudicator.SecretExfil},
	{Kind: adjudicator.Deny, Reason: adjudicator.AdjudicatorFault},
	{Kind: adjudicator.Deny, Reason: adjudicator.None},
	{Kind: adjudicator.Allow},
	{Kind: adjudicator.Allow, Would: "DEFAULT_DENY"},
	{Kind: adjudicator.Defer},
	{Kind: adjudicator.Transform, Args: `{"a":1}`},
	{Kind: adjudicator.Transform, Args: `{"a":2}`},
	{Kind: adjudicator.Quarantine, Reason: adjudicator.ResultSecretDiscovered},
	{Kind: adjudicator.RequireWitness, Reason: adjudicator.Unwitnessed},
	{Kind: adjudicator.RequireApproval, Reason: adjudicator.TrustViolation},
	{Kind: adjudicator.RequireApproval, Reason: adjudicator.OpaqueWrite},
	{Kind: adjudicator.Indeterminate},
	{Kind: 4242},
	{Kind: adjudicator.Allow, Reason: 99},
}

func gather(vs []adjudicator.Verdict) adjudicator.Opinions {
	var o adjudicator.Opinions
	for _, v := range vs {
		o = adjudicator.Join(o, adjudicator.Opinion(v))
	}
	return o
}

// TestFoldIsTheNaiveOne compares Close after Join with the fold written again,
// over every sequence of up to four opinions.
func TestFoldIsTheNaiveOne(t *testing.T) {
	count := 0
	var visit func(vs []adjudicator.Verdict, left int)
	visit = func(vs []adjudicator.Verdict, left int) {
		count++
		got := adjudicator.Close(gather(vs))
		kind, reason, args := naiveClose(vs)
		if got.Kind.String() != kind || got.Reason.String() != reason || got.Args != args {
			t.Fatalf("%+v\nfolds to %+v, want %s %s %s", vs, got, kind, reason, args)
		}
		if left == 0 {
			return
		}
		for _, v := range alphabet {
			visit(append(slices.Clip(vs), v), left-1)
		}
	}
	visit(nil, 4)
	if want := 1 + 18 + 18*18 + 18*18*18 + 18*18*18*18; count != want {
		t.Errorf("%d sequences, want %d", count, want)
	}
}

// genVerdict draws any opinion, also one that no member should have.
func genVerdict(t *rapid.T) adjudicator.Verdict {
	short := rapid.SampledFrom([]string{"", "a", "b"})
	return adjudicator.Verdict{
		Kind:   adjudicator.Kind(rapid.IntRange(0, 9).Draw(t, "kind")),
		Reason: adjudicator.Reason(rapid.IntRange(0, 20).Draw(t, "reason")),
		By:     short.Draw(t, "by"),
		Where:  short.Draw(t, "where"),
		Claim:  short.Draw(t, "claim"),
		Would:  short.Draw(t, "would"),
		Args:   rapid.SampledFrom([]string{"", `{}`, `{"a":1}`}).Draw(t, "args"),
	}
}

func genVerdicts(t *rapid.T, most int, label string) []adjudicator.Verdict {
	return rapid.SliceOfN(rapid.Custom(genVerdict), 0, most).Draw(t, label)
}

// TestLawJoin: Join is commutative, associative and idempotent, and the empty
// set is its neutral element.
func TestLawJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := gather(genVerdicts(t, 4, "a")), gather(genVerdicts(t, 4, "b")), gather(genVerdicts(t, 4, "c"))
		join := adjudicator.Join
		same := func(law string, x, y adjudicator.Opinions) {
			if d := cmp.Diff(x.All(), y.All()); d != "" {
				t.Fatalf("not %s: %s", law, d)
			}
		}
		same("commutative", join(a, b), join(b, a))
		same("associative", join(join(a, b), c), join(a, join(b, c)))
		same("idempotent", join(a, a), a)
		same("neutral", join(a, adjudicator.Opinions{}), a)
	})
}

// TestLawOrderDoesNotMatter: every permutation of the opinions gives the very
// same verdict, in every field.
func TestLawOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := genVerdicts(t, 5, "opinions")
		want := adjudicator.Close(gather(vs))
		permutations(vs, func(p []adjudicator.Verdict) {
			if got := adjudicator.Close(gather(p)); got != want {
				t.Fatalf("%+v\ngives %+v\nand in another order %+v", vs, want, got)
			}
		})
	})
}

// permutations calls f with every order of vs.
func permutations(vs []adjudicator.Verdict, f func([]adjudicator.Verdict)) {
	vs = slices.Clone(vs)
	var visit func(int)
	visit = func(k int) {
		if k == len(vs) {
			f(vs)
			return
		}
		for i := k; i < len(vs); i++ {
			vs[k], vs[i] = vs[i], vs[k]
			visit(k + 1)
			vs[k], vs[i] = vs[i], vs[k]
		}
	}
	visit(0)
}

// TestLawFailClosed: nobody, or only members without an opinion, is Deny
// DEFAULT_DENY; an Allow or Transform comes only of some member's Allow, and
// never beside a member that restricts.
func TestLawFailClosed(t *testing.T) {
	for n := range 5 {
		got := adjudicator.Close(gather(slices.Repeat([]adjudicator.Verdict{{Kind: adjudicator.Defer}}, n)))
		if got.Kind != adjudicator.Deny || got.Reason != adjudicator.DefaultDeny {
			t.Errorf("%d members without opinion: %+v", n, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		vs := genVerdicts(t, 6, "opinions")
		got := adjudicator.Close(gather(vs))
		if got.Kind != adjudicator.Allow && got.Kind != adjudicator.Transform {
			return
		}
		said := false
		for _, v := range vs {
			said = said || v.Kind == adjudicator.Allow
			switch {
			case v.Kind == adjudicator.Allow, v.Kind == adjudicator.Defer, v.Kind == adjudicator.Transform:
			default:
				t.Fatalf("%+v in spite of %+v", got, v)
			}
		}
		if !said {
			t.Fatalf("%+v without an allow: %+v", got, vs)
		}
	})
}

// TestLawRealReasonIsNotMasked: a Deny with a reason of its own keeps it
// beside any number of broken members.
func TestLawRealReasonIsNotMasked(t *testing.T) {
	broken := []adjudicator.Verdict{{Kind: 4242}, {Reason: 77}, {}, {Kind: adjudicator.Deny, Reason: adjudicator.AdjudicatorFault}, {Kind: adjudicator.Indeterminate}}
	for _, r := range adjudicator.Reasons() {
		switch r {
		case adjudicator.None, adjudicator.DefaultDeny, adjudicator.AdjudicatorFault, adjudicator.UnknownVerdict:
			continue // no reason of its own
		}
		got := adjudicator.Close(gather(append(slices.Clip(broken), adjudicator.Verdict{Kind: adjudicator.Deny, Reason: r, By: "m"})))
		if got.Reason != r || got.By != "m" {
			t.Errorf("%s is masked: %+v", r, got)
		}
	}
}

// TestWouldIsNotLost: an admission that a posture made stays visible beside a
// plain allow, and in a rewrite.
func TestWouldIsNotLost(t *testing.T) {
	plain := adjudicator.Verdict{Kind: adjudicator.Allow, By: "a"}
	admitted := adjudicator.Verdict{Kind: adjudicator.Allow, By: "z", Would: "DEFAULT_DENY"}
	rewrite := adjudicator.Verdict{Kind: adjudicator.Transform, By: "r", Args: "{}"}
	for _, vs := range [][]adjudicator.Verdict{{plain, admitted}, {admitted, rewrite}, {rewrite, plain, admitted}} {
		if got := adjudicator.Close(gather(vs)); got.Would != "DEFAULT_DENY" {
			t.Errorf("%+v gives %+v", vs, got)
		}
	}
}

// TestZeroVerdictDenies: the zero values are the closed ones.
func TestZeroVerdictDenies(t *testing.T) {
	var v adjudicator.Verdict
	if v.Kind != adjudicator.Deny || v.Reason != adjudicator.DefaultDeny || v.Kind.String() != "deny" || v.Reason.String() != "DEFAULT_DENY" {
		t.Errorf("the zero verdict is %v %v", v.Kind, v.Reason)
	}
}

// TestNames: every kind and reason is found by its name, once, and nothing
// else is.
func TestNames(t *testing.T) {
	kinds := []string{"deny", "allow", "defer", "transform", "quarantine", "require_witness", "require_approval", "indeterminate"}
	for i, name := range kinds {
		if k, ok := adjudicator.KindNamed(name); !ok || k.String() != name || int(k) != i || !k.Known() {
			t.Errorf("%s: %v %v", name, k, ok)
		}
	}
	if k, ok := adjudicator.KindNamed("ALLOW"); ok || k != adjudicator.Deny {
		t.Error("ALLOW is known")
	}
	unknown := adjudicator.Kind(8)
	if unknown.Known() || unknown.Rank() != 100 || unknown.String() != "unknown kind 8" {
		t.Errorf("kind 8: %v %d %v", unknown.Known(), unknown.Rank(), unknown)
	}
	seen := map[string]bool{}
	for _, r := range adjudicator.Reasons() {
		if back, ok := adjudicator.ReasonNamed(r.String()); !ok || back != r || seen[r.String()] || !r.Known() {
			t.Errorf("%v: %v %v", r, back, ok)
		}
		seen[r.String()] = true
	}
	if r, ok := adjudicator.ReasonNamed("BECAUSE"); ok || r != adjudicator.DefaultDeny || len(seen) != 19 {
		t.Errorf("BECAUSE: %v %v; %d reasons", r, ok, len(seen))
	}
	if r := adjudicator.Reason(200); r.Known() || r.String() != "UNKNOWN_REASON_200" {
		t.Errorf("%v", r)
	}
}

// TestRanks: the ranks are those of the specification, strictly ordered.
func TestRanks(t *testing.T) {
	order := []adjudicator.Kind{adjudicator.Allow, adjudicator.Defer, adjudicator.Transform, adjudicator.Quarantine, adjudicator.RequireWitness, adjudicator.RequireApproval, adjudicator.Indeterminate, adjudicator.Deny}
	for i := range order[1:] {
		if order[i].Rank() >= order[i+1].Rank() {
			t.Errorf("%v is not below %v", order[i], order[i+1])
		}
	}
	if adjudicator.Deny.Rank() != 100 || adjudicator.Allow.Rank() != 0 {
		t.Error("the ends of the ranks moved")
	}
}
