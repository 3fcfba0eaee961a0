package adjudicator

import (
	"cmp"
	"fmt"
)

// Kind is what a verdict says. The set is closed: there is no registration,
// and any number that is not named below is an unknown kind, which folds to
// Deny. The zero Kind is Deny.
type Kind uint16

// The kinds. Their numbers carry no meaning; Rank orders them.
const (
	Deny            Kind = iota // the call must not run
	Allow                       // the call may run as it is
	Defer                       // no opinion
	Transform                   // the call may run with other arguments, if some member allows it
	Quarantine                  // the call may run, its result must be held back
	RequireWitness              // the call may run once its claim has a witness
	RequireApproval             // a person must approve the call
	Indeterminate               // the member could not decide: Deny
	kinds                       // how many there are
)

// kindTable holds the name and rank of each kind.
var kindTable = [kinds]struct {
	name string
	rank int
}{
	Deny:            {"deny", 100},
	Allow:           {"allow", 0},
	Defer:           {"defer", 10},
	Transform:       {"transform", 20},
	Quarantine:      {"quarantine", 30},
	RequireWitness:  {"require_witness", 40},
	RequireApproval: {"require_approval", 50},
	Indeterminate:   {"indeterminate", 90},
}

// Known reports whether k is one of the kinds.
func (k Kind) Known() bool { return k < kinds }

// Rank orders kinds by how much they restrict; an unknown kind ranks as Deny.
func (k Kind) Rank() int {
	if !k.Known() {
		return kindTable[Deny].rank
	}
	return kindTable[k].rank
}

// String names the kind in lower case, as logs and case files write it.
func (k Kind) String() string {
	if !k.Known() {
		return fmt.Sprintf("unknown kind %d", uint16(k))
	}
	return kindTable[k].name
}

// KindNamed returns the kind of a name. Only exact names are known.
func KindNamed(name string) (Kind, bool) {
	for k := range kinds {
		if kindTable[k].name == name {
			return k, true
		}
	}
	return Deny, false
}

// Verdict is an opinion of one member about one call, or what Close made of
// all opinions. The zero Verdict is Deny with the reason DEFAULT_DENY. A
// Verdict is a value: two are the same opinion when == says so.
type Verdict struct {
	Kind   Kind
	Reason Reason
	// By names the member. The kernel fills it in; a member cannot speak for
	// another.
	By string
	// Where names the argument, rule or sub-command that decided. It never
	// repeats the value of an argument.
	Where string
	// Claim is what the verdict rests on or asks for: an assumption of an
	// Allow, what was expected by a RequireApproval.
	Claim string
	// Would names the reason of the refusal that a lenient posture turned into
	// this Allow; it is empty otherwise.
	Would string
	// Args is the new argument text. It is set on Transform, and by Close on
	// what a person or a witness must still let pass.
	Args string
}

// admits reports whether the verdict lets the call run without anyone else.
func (v Verdict) admits() bool { return v.Kind == Allow || v.Kind == Transform }

// opinion brings a verdict into the one form in which opinions are compared:
//
//  1. an unknown kind or an unknown reason is Deny UNKNOWN_VERDICT;
//  2. Allow, Defer and Transform have the reason NONE, all others have another
//     one: DEFAULT_DENY when none is given;
//  3. only an Allow or Transform has a Would, only a Transform has Args.
func opinion(v Verdict) Verdict {
	if !v.Kind.Known() || !v.Reason.Known() {
		return Verdict{Kind: Deny, Reason: UnknownVerdict, By: v.By, Where: v.Where}
	}
	switch v.Kind {
	case Allow, Defer, Transform:
		v.Reason = None
	default:
		if v.Reason == None {
			v.Reason = DefaultDeny
		}
	}
	if !v.admits() {
		v.Would = ""
	}
	if v.Kind != Transform {
		v.Args = ""
	}
	return v
}

// compare is a total order of opinions: the higher rank first, then the
// earlier reason, then the smaller member name, then the texts. An opinion
// with a Would stands before one without, so that it is not lost.
func compare(a, b Verdict) int {
	return cmp.Or(
		cmp.Compare(b.Kind.Rank(), a.Kind.Rank()),
		cmp.Compare(a.Reason.order(), b.Reason.order()),
		cmp.Compare(b2i(a.Would == ""), b2i(b.Would == "")),
		cmp.Compare(a.By, b.By),
		cmp.Compare(a.Where, b.Where),
		cmp.Compare(a.Claim, b.Claim),
		cmp.Compare(a.Would, b.Would),
		cmp.Compare(a.Args, b.Args),
	)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
