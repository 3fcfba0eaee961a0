package adjudicator

import "slices"

// Opinions is a set of opinions about one call. The zero value is the empty
// set. A value is never changed once made.
type Opinions struct{ sorted []Verdict }

// Opinion returns the set that holds v alone, in the form that opinions are
// compared in: an unknown kind or reason becomes Deny UNKNOWN_VERDICT.
func Opinion(v Verdict) Opinions { return Opinions{[]Verdict{opinion(v)}} }

// Join unites two sets. It is commutative, associative and idempotent, and
// the empty set is its neutral element: in which order members are asked, and
// how they are grouped, cannot be seen in the result.
func Join(a, b Opinions) Opinions {
	switch {
	case len(a.sorted) == 0:
		return b
	case len(b.sorted) == 0:
		return a
	}
	all := append(slices.Clone(a.sorted), b.sorted...)
	slices.SortFunc(all, compare)
	return Opinions{slices.Compact(all)}
}

// All returns the opinions, the most restrictive first.
func (o Opinions) All() []Verdict { return slices.Clone(o.sorted) }

// first returns the first opinion of a kind in the order of compare.
func (o Opinions) first(k Kind) (Verdict, bool) {
	for _, v := range o.sorted {
		if v.Kind == k {
			return v, true
		}
	}
	return Verdict{}, false
}

// Close makes one verdict of a set of opinions, by the first rule that
// applies:
//
//  1. some member says Deny: Deny, with the first reason in the order of
//     Reasons, then the smaller member name;
//  2. some member says Indeterminate: Deny, with its reason;
//  3. two members want different arguments: Deny TRANSFORM_CONFLICT;
//  4. some member says RequireApproval, else RequireWitness, else Quarantine:
//     that, and the new arguments if a member wants some, so that a rewrite is
//     not lost on the way over a person;
//  5. some member says Allow: Transform if a member wants other arguments,
//     else Allow;
//  6. Deny DEFAULT_DENY: nobody has an opinion, or only a rewrite stands,
//     which is no permission.
func Close(o Opinions) Verdict {
	if v, found := o.first(Deny); found {
		return v
	}
	if v, found := o.first(Indeterminate); found {
		v.Kind = Deny
		return v
	}
	rewrite, rewritten, agreed := o.rewrite()
	if !agreed {
		return Verdict{Kind: Deny, Reason: TransformConflict, By: rewrite.By, Where: rewrite.Where}
	}
	for _, k := range [...]Kind{RequireApproval, RequireWitness, Quarantine} {
		if v, found := o.first(k); found {
			v.Args = rewrite.Args
			return v
		}
	}
	allow, allowed := o.first(Allow)
	switch {
	case allowed && rewritten:
		if rewrite.Would == "" {
			rewrite.Would = allow.Would
		}
		return rewrite
	case allowed:
		return allow
	default:
		return Verdict{}
	}
}

// rewrite returns the first Transform of the set, whether there is one, and
// whether all want the same arguments.
func (o Opinions) rewrite() (first Verdict, found, agreed bool) {
	agreed = true
	for _, v := range o.sorted {
		switch {
		case v.Kind != Transform:
		case !found:
			first, found = v, true
		case v.Args != first.Args:
			agreed = false
		}
	}
	return first, found, agreed
}
