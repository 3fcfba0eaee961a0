package compile

import (
	"slices"
	"strconv"
	"strings"
)

// graphRules applies the rules that need all steps: what dependencies and
// required outputs refer to, and that the graph has no cycle.
func (d *decoder) graphRules() {
	facts := map[string]Output{} // every output fact, with the name it stands for
	for _, s := range d.plan.Steps {
		for i, name := range s.Outputs {
			d.collision(facts, Output{s.ID, name}, at("steps", s.index).dot("outputs").item(i))
		}
	}
	above := d.ancestors()
	for i := range d.plan.Steps {
		s := &d.plan.Steps[i]
		d.dependencyRules(s)
		for j, out := range s.Requires {
			where := at("steps", s.index).dot("requires_outputs").item(j)
			d.requireRules(s, out, where, above[s.ID])
			d.collision(facts, out, where)
		}
	}
	d.cycle()
}

func (d *decoder) dependencyRules(s *Step) {
	seen := map[int64]bool{}
	for i, on := range s.DependsOn {
		where := at("steps", s.index).dot("depends_on").item(i)
		switch {
		case on == s.ID:
			d.graph("depends-self", where, "a step cannot depend on itself")
		case seen[on]:
			d.graph("depends-duplicate", where, "step %d stands twice", on)
		case d.plan.step(on) == nil:
			d.graph("depends-unknown", where, "there is no step %d", on)
		case !slices.ContainsFunc(s.Requires, func(o Output) bool { return o.Step == on }):
			d.rule("edge-without-link", where, "step %d depends on step %d but reads none of its outputs: add the output to requires_outputs, or drop the dependency", s.ID, on)
		}
		seen[on] = true
	}
}

func (d *decoder) requireRules(s *Step, out Output, where place, above map[int64]bool) {
	producer := d.plan.step(out.Step)
	switch {
	case out.Step == s.ID:
		d.rule("requires-self", where, "a step cannot read its own output before it runs")
	case producer == nil:
		d.rule("requires-step", where.dot("step"), "there is no step %d", out.Step)
	default:
		if !d.declared[out] {
			d.rule("requires-undeclared", where.dot("name"), "step %d declares no output %q", out.Step, out.Name)
		}
		if !above[out.Step] {
			d.graph("requires-not-a-dependency", where.dot("step"), "step %d is not among the dependencies of step %d, not even indirectly: add it to depends_on", out.Step, s.ID)
		}
	}
}

// collision refuses an output whose fact already stands for another name.
func (d *decoder) collision(facts map[string]Output, out Output, where place) {
	fact := OutputFact(out.Step, out.Name)
	other, taken := facts[fact]
	if taken && other != out {
		d.graph("fact-collision", where, "the output names %q and %q of step %d would share one fact: rename one", other.Name, out.Name, out.Step)
		return
	}
	facts[fact] = out
}

// ancestors returns for each step the steps that it depends on, directly or
// not. In a cycle, every step of it is above every other.
func (d *decoder) ancestors() map[int64]map[int64]bool {
	above := make(map[int64]map[int64]bool, len(d.plan.Steps))
	needed := slices.ContainsFunc(d.plan.Steps, func(s Step) bool { return len(s.Requires) > 0 })
	if !needed {
		return above
	}
	parents := make(map[int64][]int64, len(d.plan.Steps))
	for _, s := range d.plan.Steps {
		parents[s.ID] = s.DependsOn
	}
	for _, s := range d.plan.Steps {
		// A direct dependency is the common case; only else search.
		direct := map[int64]bool{}
		for _, on := range s.DependsOn {
			direct[on] = true
		}
		if slices.ContainsFunc(s.Requires, func(o Output) bool { return !direct[o.Step] }) {
			queue := slices.Clone(s.DependsOn)
			for len(queue) > 0 {
				next := queue[len(queue)-1]
				queue = queue[:len(queue)-1]
				for _, on := range parents[next] {
					if !direct[on] {
						direct[on] = true
						queue = append(queue, on)
					}
				}
			}
		}
		above[s.ID] = direct
	}
	return above
}

// cycle reports the dependencies that can never be satisfied because they
// close a circle, naming one such circle.
func (d *decoder) cycle() {
	waits := map[int64]int{} // open dependencies by step
	children := map[int64][]int64{}
	var ready []int64
	for _, s := range d.plan.Steps {
		for _, on := range s.DependsOn {
			if d.plan.step(on) != nil && on != s.ID {
				waits[s.ID]++
				children[on] = append(children[on], s.ID)
			}
		}
		if waits[s.ID] == 0 {
			ready = append(ready, s.ID)
		}
	}
	for len(ready) > 0 {
		next := ready[0]
		ready = ready[1:]
		for _, child := range children[next] {
			if waits[child]--; waits[child] == 0 {
				ready = append(ready, child)
			}
		}
	}
	for _, s := range d.plan.Steps {
		if waits[s.ID] > 0 {
			circle := d.circle(s.ID, waits)
			d.rule("depends-cycle", at("steps", d.plan.step(circle[0]).index).dot("depends_on"),
				"the dependencies close a circle: %s; no order can run these steps", arrows(circle))
			return
		}
	}
}

// circle walks open dependencies from a waiting step until a step repeats.
func (d *decoder) circle(from int64, waits map[int64]int) []int64 {
	var path []int64
	at := map[int64]int{}
	for {
		if i, again := at[from]; again {
			return append(path[i:], from)
		}
		at[from] = len(path)
		path = append(path, from)
		s := d.plan.step(from)
		from = s.DependsOn[slices.IndexFunc(s.DependsOn, func(on int64) bool { return waits[on] > 0 })]
	}
}

func arrows(steps []int64) string {
	words := make([]string, len(steps))
	for i, s := range steps {
		words[i] = strconv.FormatInt(s, 10)
	}
	return strings.Join(words, " needs ")
}

// coverage applies the rules between requirements and steps.
func (d *decoder) coverage() {
	known := map[string]bool{}
	for _, r := range d.plan.Requirements {
		known[r.ID] = true
	}
	covered := map[string]bool{}
	for _, s := range d.plan.Steps {
		for i, id := range s.Covers {
			if !known[id] {
				d.rule("covers-unknown", at("steps", s.index).dot("covers").item(i), "there is no requirement %q", id)
			}
			covered[id] = true
		}
	}
	for _, r := range d.plan.Requirements {
		if r.Required() && !covered[r.ID] {
			d.rule("requirement-uncovered", at("requirements", r.index), "no step covers the requirement %q: add its id to the covers of the step that fulfils it", r.ID)
		}
	}
}
