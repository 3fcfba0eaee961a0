package compile_test

import (
	"fmt"

	"workbench/compile"
	"workbench/internal/canonjson"
)

const tea = `{
  "task": "Make tea",
  "requirements": ["Tea is served"],
  "steps": [
    {"id": 1, "title": "Boil water", "depends_on": [], "outputs": ["hot water"]},
    {"id": 2, "title": "Steep and serve", "depends_on": [1],
     "requires_outputs": [{"step": 1, "name": "hot water"}], "covers": ["REQ-001"]}
  ]
}`

// A plan is compiled, its checks are installed, and the result is held to the
// plan again.
func Example() {
	root, _ := canonjson.Parse([]byte(tea), canonjson.Options{})
	in, err := compile.Install([]byte(tea), root, compile.InstallOptions{})
	fmt.Println(in.Changed, in.AnchorStep, err)
	for _, a := range in.Contract.Actions {
		fmt.Println(a.Step, len(a.Pre), a.Add)
	}
	installed, _ := canonjson.Parse(in.Source, canonjson.Options{})
	fmt.Println(compile.Recompile(installed, compile.Anchors(installed)[0]).Err())
	// Output:
	// true 1 <nil>
	// 1 1 [output-available:1:hot-water:ce2d82264c0d step-completed:1]
	// 2 2 [requirement-satisfied:REQ-001 step-completed:2]
	// <nil>
}

func ExampleDecode() {
	root, _ := canonjson.Parse([]byte(`{"requirements": ["r"], "steps": [{"id": 1, "depends_on": [2]}]}`), canonjson.Options{})
	_, faults := compile.Decode(root)
	fmt.Println(faults.All())
	// Output:
	// steps[0].depends_on[0]: there is no step 2 [depends-unknown]
	// requirements[0]: no step covers the requirement "REQ-001": add its id to the covers of the step that fulfils it [requirement-uncovered]
}

func ExampleOutputFact() {
	fmt.Println(compile.OutputFact(3, "build log (Linux)"))
	// Output: output-available:3:build-log-Linux:64333eb261e5
}
