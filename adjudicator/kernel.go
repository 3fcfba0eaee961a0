package adjudicator

import "errors"

// Member is one judge. Adjudicate must be pure: the same call gives the same
// verdict, and judging changes nothing, for the kernel may ask twice.
type Member interface {
	// Name is asked for once, when the kernel is built.
	Name() string
	Adjudicate(ToolCall) Verdict
}

// Decision is what may be acted on. Its fields are unexported and only
// Kernel.Decide makes one, so that holding a Decision that dispatches proves
// that the monitor and every other member was asked about exactly this call.
// The zero Decision is a Deny.
type Decision struct {
	verdict  Verdict
	call     ToolCall
	opinions Opinions
}

// Verdict returns the folded verdict.
func (d Decision) Verdict() Verdict { return d.verdict }

// Dispatches reports whether the call may run now: Allow or Transform. All
// other verdicts need someone else, or refuse.
func (d Decision) Dispatches() bool { return d.verdict.admits() }

// Asked returns the call as it was asked for.
func (d Decision) Asked() ToolCall { return d.call }

// Call returns the call with the new arguments if the verdict holds some. It
// is what must be run, and nothing else.
func (d Decision) Call() ToolCall {
	c := d.call
	if d.verdict.Args != "" {
		c.Args = d.verdict.Args
	}
	return c
}

// Opinions returns what the members said, the most restrictive first.
func (d Decision) Opinions() []Verdict { return d.opinions.All() }

// Kernel asks a monitor and other members and folds what they say. The zero
// Kernel denies everything.
type Kernel struct {
	monitor *Monitor
	others  []named
}

// named is a member with the name that it had when the kernel was built. A
// nil member is one that always fails.
type named struct {
	name   string
	member Member
}

// ErrNoMonitor is the error of a kernel without a monitor.
var ErrNoMonitor = errors.New("a kernel needs a monitor: without one no call is mediated")

// NewKernel builds a kernel. It cannot be built without a monitor. A nil
// member is kept, and fails for every call.
func NewKernel(monitor *Monitor, others ...Member) (*Kernel, error) {
	if monitor == nil {
		return nil, ErrNoMonitor
	}
	return &Kernel{monitor, nameAll(others)}, nil
}

func nameAll(members []Member) []named {
	all := make([]named, len(members))
	for i, m := range members {
		all[i] = named{nameOf(m), m}
	}
	return all
}

// nameOf returns the name of a member, "?" for one that cannot tell.
func nameOf(m Member) (name string) {
	defer func() {
		if recover() != nil {
			name = "?"
		}
	}()
	return m.Name()
}

// Decide judges one call:
//
//  1. no call, or a kernel without a monitor, is Deny;
//  2. the monitor and every other member is asked, and Close folds the
//     opinions; a member that is nil or panics says Deny ADJUDICATOR_FAULT;
//  3. new arguments are judged in turn by all members: what runs is always
//     what was judged. If anyone refuses them, that is the verdict; if they
//     would be changed again, it is Deny TRANSFORM_CONFLICT.
//
// It is total and changes nothing.
func (k *Kernel) Decide(call *ToolCall) Decision {
	if k == nil || k.monitor == nil {
		return Decision{}
	}
	if call == nil {
		return Decision{verdict: Verdict{Kind: Deny, Reason: Malformed, By: monitorName, Where: "call"}}
	}
	opinions := k.ask(*call)
	verdict := Close(opinions)
	if verdict.Args != "" {
		rewritten := *call
		rewritten.Args = verdict.Args
		verdict, opinions = k.again(rewritten, verdict, opinions)
	}
	return Decision{verdict: verdict, call: *call, opinions: opinions}
}

// again judges the call with its new arguments, which the verdict holds.
func (k *Kernel) again(c ToolCall, verdict Verdict, opinions Opinions) (Verdict, Opinions) {
	second := k.ask(c)
	switch v := Close(second); {
	case v.Args != "" && v.Args != verdict.Args:
		return Verdict{Kind: Deny, Reason: TransformConflict, By: v.By, Where: v.Where}, second
	case v.Kind.Rank() > verdict.Kind.Rank():
		if v.Kind != Deny {
			v.Args = verdict.Args
		}
		return v, second
	default:
		return verdict, opinions
	}
}

// ask collects the opinions of all members about a call.
func (k *Kernel) ask(c ToolCall) Opinions {
	return Join(askMonitor(k.monitor, c), askAll(k.others, c))
}

// askMonitor guards the monitor as askAll guards the others.
func askMonitor(m *Monitor, c ToolCall) (o Opinions) {
	defer func() {
		if recover() != nil {
			o = Opinion(fault(monitorName))
		}
	}()
	return m.opinions(c)
}

func askAll(members []named, c ToolCall) Opinions {
	var o Opinions
	for _, m := range members {
		o = Join(o, Opinion(askOne(m, c)))
	}
	return o
}

// askOne asks one member; it cannot speak under another name, and a rewrite
// that is no argument object is a fault.
func askOne(m named, c ToolCall) (v Verdict) {
	defer func() {
		if recover() != nil {
			v = fault(m.name)
		}
	}()
	v = m.member.Adjudicate(c)
	v.By = m.name
	if v.Kind == Transform && !isObject(v.Args) {
		v = fault(m.name)
	}
	return v
}

func fault(name string) Verdict {
	return Verdict{Kind: Deny, Reason: AdjudicatorFault, By: name}
}

// Fold asks members and closes what they say, under the rules of Decide 2. It
// makes no Decision: it is for tests of members and of case files.
func Fold(call ToolCall, members ...Member) Verdict {
	return Close(askAll(nameAll(members), call))
}
