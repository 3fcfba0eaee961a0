package compile

import (
	"workbench/internal/canonjson"
)

// Fingerprint returns the source SHA-256 of a plan document: the hash of the
// canonical form of {task, requirements, steps}, where
//
//  1. task and requirements are the plan's own values, null when absent;
//  2. steps has for each item of the plan's list {id, depends_on,
//     requires_outputs, covers, outputs, verify}, with the plan's own values:
//     an absent id is null, an absent list is [], an explicit null stays null;
//  3. verify is the step's checks without the generated ones, [] when it is
//     no list;
//  4. an item that is no object stands as {"invalid_step": item}.
//
// Everything else, titles among it, is outside the fingerprint. Generated
// checks are left out so that installing them does not change it.
func Fingerprint(plan *canonjson.Value) string {
	p := projection(plan)
	return canonjson.SHA256Of(&p, plan.End-plan.Start)
}

func projection(plan *canonjson.Value) canonjson.Value {
	steps := canonjson.Value{Kind: canonjson.Array}
	if list := plan.Get("steps"); list != nil && list.Kind == canonjson.Array {
		steps.Items = make([]canonjson.Value, len(list.Items))
		for i := range list.Items {
			steps.Items[i] = projectStep(&list.Items[i])
		}
	}
	return object(
		member("task", orNull(plan.Get("task"))),
		member("requirements", orNull(plan.Get("requirements"))),
		member("steps", steps),
	)
}

func projectStep(step *canonjson.Value) canonjson.Value {
	if step.Kind != canonjson.Object {
		return object(member("invalid_step", *step))
	}
	checks := canonjson.Value{Kind: canonjson.Array}
	if list := step.Get("verify"); list != nil && list.Kind == canonjson.Array {
		for i := range list.Items {
			if !generatedCheck(&list.Items[i]) {
				checks.Items = append(checks.Items, list.Items[i])
			}
		}
	}
	return object(
		member("id", orNull(step.Get("id"))),
		member("depends_on", orEmpty(step.Get("depends_on"))),
		member("requires_outputs", orEmpty(step.Get("requires_outputs"))),
		member("covers", orEmpty(step.Get("covers"))),
		member("outputs", orEmpty(step.Get("outputs"))),
		member("verify", checks),
	)
}

// generatedCheck reports whether a check counts as generated, and so is
// outside the fingerprint: an object with the member formal_planning, or a
// run check whose argv begins with plan-auditor-formalize or with workbench
// formalize.
func generatedCheck(check *canonjson.Value) bool {
	return check.Get("formal_planning") != nil || semanticCheck(check)
}

// semanticCheck reports whether a check runs the second, semantic check.
func semanticCheck(check *canonjson.Value) bool {
	kind := check.Get("type")
	if kind == nil || kind.Kind != canonjson.String || kind.Text != "run" {
		return false
	}
	argv := check.Get("argv")
	word := func(i int, text string) bool {
		return argv != nil && argv.Kind == canonjson.Array && i < len(argv.Items) &&
			argv.Items[i].Kind == canonjson.String && argv.Items[i].Text == text
	}
	return word(0, auditorFormalize) || word(0, workbench) && word(1, "formalize")
}

func object(ms ...canonjson.Member) canonjson.Value {
	return canonjson.Value{Kind: canonjson.Object, Members: ms}
}

func member(name string, v canonjson.Value) canonjson.Member {
	return canonjson.Member{Name: name, Value: v}
}

func orNull(v *canonjson.Value) canonjson.Value {
	if v == nil {
		return canonjson.Value{}
	}
	return *v
}

func orEmpty(v *canonjson.Value) canonjson.Value {
	if v == nil {
		return canonjson.List()
	}
	return *v
}
