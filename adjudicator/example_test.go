package adjudicator_test

import (
	"fmt"

	"workbench/adjudicator"
)

// From a manifest to decisions.
func Example() {
	policy, warnings, err := adjudicator.LoadPolicy([]byte(`{
		"version": 1,
		"allow": ["Read", "Write", "book"],
		"self_modify_globs": ["guard.json"],
		"redact": ["password"]
	}`))
	fmt.Println(len(warnings), "warnings,", err)
	kernel, err := adjudicator.NewKernel(adjudicator.NewMonitor(policy, adjudicator.MonitorOptions{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, call := range []adjudicator.ToolCall{
		{Tool: "Read", Args: `{"path":"guard.json"}`, Root: "/srv/repo"},
		{Tool: "Write", Args: `{"path":"docs/../guard.json"}`, Root: "/srv/repo"},
		{Tool: "book", Args: `{"seat":"1A","password":"p"}`, Root: "/srv/repo"},
		{Tool: "book", Args: `{"seat":"1A","seat":"2B"}`, Root: "/srv/repo"},
		{Tool: "Delete", Args: `{}`, Root: "/srv/repo"},
	} {
		d := kernel.Decide(&call)
		v := d.Verdict()
		fmt.Println(call.Tool, v.Kind, v.Reason, v.Where, d.Dispatches(), d.Call().Args)
	}
	// Output:
	// 0 warnings, <nil>
	// Read allow NONE  true {"path":"guard.json"}
	// Write deny SELF_MODIFY path false {"path":"docs/../guard.json"}
	// book transform NONE password true {"password":"[REDACTED]","seat":"1A"}
	// book deny MALFORMED args false {"seat":"1A","seat":"2B"}
	// Delete deny DEFAULT_DENY tool false {}
}

// A manifest is refused with all its faults at once.
func ExampleLoadPolicy() {
	_, _, err := adjudicator.LoadPolicy([]byte(`{
		"allow_prefix": [""],
		"deny": {"rm": "BECAUSE"},
		"arg_rules": [{"tool": "send", "arg": "body", "deny_regex": "("}]
	}`))
	fmt.Println(err)
	// Output:
	// allow_prefix[0]: an empty entry would mean everything or nothing: remove it [policy-empty]
	// deny.rm: "BECAUSE" is no reason to deny: use one of those that the documentation lists, such as POLICY_BLOCK [policy-reason]
	// arg_rules[0].deny_regex: "(" is no regular expression (the syntax is RE2) [policy-pattern]
}

// The order of opinions cannot be seen in the verdict.
func ExampleClose() {
	allow := adjudicator.Opinion(adjudicator.Verdict{Kind: adjudicator.Allow})
	unknown := adjudicator.Opinion(adjudicator.Verdict{Kind: 4242})
	deny := adjudicator.Opinion(adjudicator.Verdict{Kind: adjudicator.Deny, Reason: adjudicator.SecretExfil})
	one := adjudicator.Close(adjudicator.Join(allow, adjudicator.Join(unknown, deny)))
	other := adjudicator.Close(adjudicator.Join(adjudicator.Join(deny, unknown), allow))
	fmt.Println(one.Kind, one.Reason, one == other)
	nobody := adjudicator.Close(adjudicator.Opinions{})
	fmt.Println(nobody.Kind, nobody.Reason)
	// Output:
	// deny SECRET_EXFIL true
	// deny DEFAULT_DENY
}

// A Place tells which files a text may mean.
func ExamplePlace_Resolve() {
	place := adjudicator.Place{Cwd: "/srv/repo", Home: "/home/dev"}
	for _, text := range []string{"a/../b", "file:///srv/repo/a%20b", "~/x", "~root/x"} {
		fmt.Println(place.Resolve(text))
	}
	// Output:
	// [/srv/repo/b] true
	// [/srv/repo/a b /srv/repo/file:/srv/repo/a%20b] true
	// [/home/dev/x /srv/repo/~/x] true
	// [/srv/repo/~root/x] false
}
