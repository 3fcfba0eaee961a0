package adjudicator_test

import (
	"strings"
	"testing"

	"workbench/adjudicator"
	"workbench/internal/diag"
)

func codes(l diag.List) string {
	var out []string
	for _, p := range l {
		out = append(out, strings.TrimPrefix(p.Code, "policy-")+"@"+p.Where)
	}
	return strings.Join(out, " ")
}

func TestPolicyRefuses(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"empty", ``, "json-syntax@1:1"},
		{"null", `null`, "type@"},
		{"list", `[]`, "type@"},
		{"second document", `{}{}`, "json-syntax@1:3"},
		{"name twice", `{"allow":[],"allow":["x"]}`, "json-duplicate-name@1:13"},
		{"too large", strings.Repeat(" ", adjudicator.MaxPolicyBytes) + "{}", "size@"},
		{"too deep", `{"tools":` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `}`, "json-syntax@1:25"},
		{"unknown name", `{"Allow":[]}`, "unknown-name@Allow"},
		{"null list", `{"allow":null}`, "type@allow"},
		{"name that is no text", `{"allow":[1]}`, "type@allow[0]"},
		{"empty prefix", `{"allow_prefix":[""]}`, "empty@allow_prefix[0]"},
		{"blank in a name", `{"allow":["a b"],"ask":["a\u200bb"]}`, "name@allow[0] name@ask[0]"},
		{"entry twice", `{"allow":["a","a"],"redact":["k","K"],"self_modify_globs":["x","x"]}`, "duplicate@allow[1] duplicate@redact[1] duplicate@self_modify_globs[1]"},
		{"denied twice under folding", `{"deny":{"rm":"POLICY_BLOCK","RM":"SECRET_EXFIL"}}`, "duplicate@deny.RM"},
		{"empty denial", `{"deny":{"":"POLICY_BLOCK"},"deny_prefix":{"":"POLICY_BLOCK"}}`, "empty@deny empty@deny_prefix"},
		{"denial that is no object", `{"deny":["x"]}`, "type@deny"},
		{"reasons", `{"deny":{"a":"NONE","b":"because","c":1},"deny_prefix":{"d":"policy_block"}}`, "reason@deny.a reason@deny.b type@deny.c reason@deny_prefix.d"},
		{"versions", `{"version":2}`, "version@version"},
		{"version as text", `{"version":"1"}`, "version@version"},
		{"posture", `{"posture":"ADMIT_AND_LOG"}`, "posture@posture"},
		{"posture kind", `{"posture":1}`, "type@posture"},
		{"deviation", `{"on_deviation":"allow"}`, "deviation@on_deviation"},
		{"deviation kind", `{"on_deviation":true}`, "type@on_deviation"},
		{"require_plan", `{"require_plan":"yes"}`, "type@require_plan"},
		{"max_args_bytes", `{"max_args_bytes":0}`, "range@max_args_bytes"},
		{"max_args_bytes fraction", `{"max_args_bytes":1.5}`, "range@max_args_bytes"},
		{"max_args_bytes kind", `{"max_args_bytes":"1"}`, "type@max_args_bytes"},
		{"globs", `{"self_modify_globs":["a//b","../x","a**","{a,b}","a\\b","[a","a\u0000",""]}`,
			"pattern@self_modify_globs[0] pattern@self_modify_globs[1] pattern@self_modify_globs[2] pattern@self_modify_globs[3] pattern@self_modify_globs[4] pattern@self_modify_globs[5] pattern@self_modify_globs[6] empty@self_modify_globs[7]"},
		{"rules kind", `{"arg_rules":{}}`, "type@arg_rules"},
		{"rule kind", `{"arg_rules":[1]}`, "type@arg_rules[0]"},
		{"rule members", `{"arg_rules":[{"tool":1,"arg":2,"x":3,"allow_glob":4}]}`, "type@arg_rules[0].tool type@arg_rules[0].arg unknown-name@arg_rules[0].x type@arg_rules[0].allow_glob"},
		{"rule patterns", `{"arg_rules":[{"tool":"a","arg":"b","deny_regex":"("},{"tool":"a","arg":"b","deny_regex":""},{"tool":"a","arg":"b","allow_glob":"["},{"tool":"a","arg":"b","max_bytes":-1},{"tool":"a","arg":"b","deny_regex":1}]}`,
			"pattern@arg_rules[0].deny_regex pattern@arg_rules[1].deny_regex pattern@arg_rules[2].allow_glob range@arg_rules[3].max_bytes type@arg_rules[4].deny_regex"},
		{"no matcher", `{"arg_rules":[{"tool":"a","arg":"b"}]}`, "matcher@arg_rules[0]"},
		{"two matchers", `{"arg_rules":[{"tool":"a","arg":"b","max_bytes":1,"deny_regex":"x"}]}`, "matcher@arg_rules[0]"},
		{"no argument", `{"arg_rules":[{"tool":"a","max_bytes":1}]}`, "empty@arg_rules[0].arg"},
		{"no tool", `{"arg_rules":[{"arg":"a","max_bytes":1}]}`, "name@arg_rules[0].tool"},
		{"rule twice", `{"arg_rules":[{"tool":"a","arg":"b","max_bytes":1},{"arg":"b","tool":"a","max_bytes":1}]}`, "duplicate@arg_rules[1]"},
		{"tools", `{"tools":{"a b":{},"x":{"writes":1,"paths":"p"},"y":{"commands":["c","C"]},"z":[]}}`, "name@tools.a b type@tools.x.writes type@tools.x.paths duplicate@tools.y.commands[1] type@tools.z"},
		{"tools kind", `{"tools":[]}`, "type@tools"},
		{"all at once", `{"version":3,"posture":"open","allow":[""],"nope":1}`, "version@version posture@posture empty@allow[0] unknown-name@nope"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, warnings, err := adjudicator.LoadPolicy([]byte(tt.src))
			if p != nil || warnings != nil {
				t.Fatal("it loads")
			}
			if got := codes(diag.From(err, "?")); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestPolicyWarns(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"nothing", `{"allow":["a"]}`, ""},
		{"allows nothing", `{}`, "allows-nothing@"},
		{"a posture allows something", `{"posture":"admit_and_log"}`, ""},
		{"prefix", `{"allow_prefix":["get_"]}`, "prefix-writes@allow_prefix[0]"},
		{"prefix that says so", `{"allow_prefix":["delete_"]}`, ""},
		{"allowed and denied", `{"allow":["Rm"],"deny":{"rm":"POLICY_BLOCK"},"deny_prefix":{"r":"POLICY_BLOCK"}}`, "allow-denied@deny.rm allow-denied@deny_prefix.r"},
		{"rule out of reach", `{"allow":["a"],"arg_rules":[{"tool":"b","arg":"x","max_bytes":1}]}`, "unreachable-rule@arg_rules[0]"},
		{"rules within reach", `{"allow":["A","s::d"],"ask":["b"],"allow_prefix":["run_","t::run_"],"arg_rules":[
			{"tool":"a","arg":"x","max_bytes":1},{"tool":"b","arg":"x","max_bytes":1},{"tool":"run_c","arg":"x","max_bytes":1},{"tool":"d","arg":"x","max_bytes":1}]}`, ""},
		{"rule within reach of the posture", `{"posture":"admit_and_log","arg_rules":[{"tool":"get_x","arg":"x","max_bytes":1}]}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, warnings, err := adjudicator.LoadPolicy([]byte(tt.src))
			if err != nil || p == nil {
				t.Fatal(err)
			}
			if got := codes(warnings); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestPolicyFacts: what other packages ask of a policy, and that no policy is
// the strict one.
func TestPolicyFacts(t *testing.T) {
	var none *adjudicator.Policy
	if none.Hash() != "" || !none.RequirePlan() || none.OnDeviation() != adjudicator.Deny {
		t.Error("no policy is lenient")
	}
	if zero := new(adjudicator.Policy); !zero.RequirePlan() || zero.OnDeviation() != adjudicator.Deny {
		t.Error("the zero policy is lenient")
	}
	p := mustLoad(t, `{"version":1,"require_plan":true,"on_deviation":"deny","posture":"fail_closed","trusted_scripts":["ci/*.sh"]}`)
	if !p.RequirePlan() || p.OnDeviation() != adjudicator.Deny {
		t.Error("the policy's words on plans are lost")
	}
	q := mustLoad(t, ` {"on_deviation":"require_approval"} `)
	if q.RequirePlan() || q.OnDeviation() != adjudicator.RequireApproval {
		t.Error("the defaults on plans moved")
	}
	if same := mustLoad(t, `{"on_deviation" : "require_approval"}`); len(q.Hash()) != 64 || q.Hash() != same.Hash() || q.Hash() == p.Hash() {
		t.Errorf("hashes %s %s %s", q.Hash(), same.Hash(), p.Hash())
	}
	if adjudicator.FailClosed.String() != "fail_closed" || adjudicator.AdmitAndLog.String() != "admit_and_log" {
		t.Error("names of postures")
	}
}
