package strips_test

import (
	"context"
	"fmt"

	"workbench/strips"
)

// A door and its key: opening uses the key up, so looking comes first.
func Example() {
	c := &strips.Contract{
		Initial: []string{"key"},
		Goals:   []string{"door open", "lock seen"},
		Actions: []strips.Action{
			{Step: 1, Pre: []string{"key"}, Add: []string{"door open"}, Del: []string{"key"}},
			{Step: 2, Pre: []string{"key"}, Add: []string{"lock seen"}},
		},
	}
	r, err := strips.Solve(context.Background(), c, nil, strips.Options{})
	fmt.Println(r.Verdict, r.Reason, r.Order, err)
	fmt.Println(strips.Replay(c, nil, []int64{1, 2}))
	// Output:
	// PASS reachable [2 1] <nil>
	// position 2: step 2 needs "key", which is not true then
}

func ExampleParse() {
	_, err := strips.Parse([]byte(`{"version": 1.0, "initial_facts": [], "goal_facts": ["g", 7], "actions": []}`))
	fmt.Println(err)
	// Output:
	// version: the version must be the integer 1 [contract-version]
	// goal_facts[1]: a fact must be a string, not a number [fact-value]
}

func ExampleValidate() {
	c := &strips.Contract{Goals: []string{"done"}, Actions: []strips.Action{{Step: 1, Pre: []string{"tea"}}}}
	fmt.Println(strips.Validate(c, nil))
	// Output:
	// actions[0].preconditions: step 1 needs "tea": neither initially true nor added by any action [precondition-no-source]
	// goal_facts: the goals ask for "done": neither initially true nor added by any action [goal-no-source]
}

func ExampleContract_SHA256() {
	c := &strips.Contract{Initial: []string{"g"}, Goals: []string{"g"}, Actions: []strips.Action{{Step: 1}}}
	fmt.Printf("%s\n%s\n", c.Canonical(), c.SHA256())
	// Output:
	// {"actions":[{"step":1}],"goal_facts":["g"],"initial_facts":["g"],"version":1}
	// aed4f5cba1343fe4a4449cc0d08f346821f5e91088a37caed12a4acb11845acc
}
