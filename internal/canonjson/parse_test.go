package canonjson_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/internal/needs"
)

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat("[", 501) + strings.Repeat("]", 501)
	tests := []struct{ name, src, want string }{
		{"repeated name", `{"a":1,"a":2}`, "json-duplicate-name@1:8"},
		{"repeated name by escape", `{"a":1,"\u0061":2}`, "json-duplicate-name@1:8"},
		{"repeated names, all of them", "{\"a\":1,\n\"a\":2,\"b\":{\"c\":1,\"c\":1}}", "json-duplicate-name@2:1 json-duplicate-name@2:18"},
		{"repeated name in a large object", "{" + manyMembers(40) + `,"m3":0}`, "json-duplicate-name@1:312"},
		{"NaN", `{"a":NaN}`, "json-syntax@1:6"},
		{"Infinity", `[-Infinity]`, "json-syntax@1:3"},
		{"overflow", `{"a":1e999}`, "json-number-range@1:6"},
		{"overflow of each sign", `[1e400,-1e400]`, "json-number-range@1:2 json-number-range@1:8"},
		{"huge integer", "[" + strings.Repeat("9", 4301) + "]", "json-number-range@1:2"},
		{"byte order mark", "\xef\xbb\xbf{}", "json-bom@1:1"},
		{"high surrogate alone", `{"a":"\ud800"}`, "lone-surrogate@1:7"},
		{"low surrogate alone", `{"é":"\udc00"}`, "lone-surrogate@1:7"},
		{"high surrogate before a letter", `"\ud800x"`, "lone-surrogate@1:2"},
		{"high surrogate twice", `"\ud800\ud800"`, "lone-surrogate@1:2"},
		{"invalid UTF-8", "{\"a\":\"\xff\"}", "json-syntax@1:7"},
		{"surrogate as UTF-8", "[\"\xed\xa0\x80\"]", "json-syntax@1:3"},
		{"trailing data", `{} {}`, "json-syntax@1:4"},
		{"two documents", "{}\n{}", "json-syntax@2:1"},
		{"empty", ``, "json-syntax@1:1"},
		{"blank", " \n ", "json-syntax@2:2"},
		{"truncated", `{"a":[1,`, "json-syntax@1:9"},
		{"too deep", deep, "json-syntax@1:501"},
		{"trailing comma", `[1,]`, "json-syntax@1:3"},
		{"single quotes", `{'a':1}`, "json-syntax@1:2"},
		{"comment", "{} // x", "json-syntax@1:4"},
		{"leading zero", `[01]`, "json-syntax@1:3"},
		{"bare point", `[1.]`, "json-syntax@1:4"},
		{"raw control character", "[\"a\nb\"]", "json-syntax@1:4"},
		{"name that is no string", `{1:2}`, "json-syntax@1:2"},
		{"NUL after the document", "{}\x00", "json-syntax@1:3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := canonjson.Parse([]byte(tt.src), canonjson.Options{})
			if v != nil {
				t.Fatalf("accepted as %s", canonjson.Append(nil, v))
			}
			var got []string
			for _, p := range diag.From(err, "?") {
				got = append(got, p.Code+"@"+p.Where)
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %s, want %s (%v)", s, tt.want, err)
			}
		})
	}
}

func manyMembers(n int) string {
	ms := make([]string, n)
	for i := range ms {
		ms[i] = fmt.Sprintf(`"m%d":0`, i)
	}
	return strings.Join(ms, ",")
}

func TestParseAccepts(t *testing.T) {
	deep := strings.Repeat("[", 500) + strings.Repeat("]", 500)
	for src, want := range map[string]string{
		`{"b":1,"a":[true,false,null]}`:                 `{"a":[true,false,null],"b":1}`,
		" \t\r\n{ } ":                                   `{}`,
		`"\ud83d\ude00\u00e9\/"`:                        `"😀é/"`,
		`["\u0000\u001f\b\f\n\r\t\"\\\u007f\u2028<>&"]`: "[\"\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\\x7f\u2028<>&\"]",
		`[-0,0,-0.0,0.0,1e0,1E+2,100000.0,1e15,1e16,123456789012345680.0,0.0001,0.00001,1.5e300,5e-324,1e-999]`: `[0,0,-0.0,0.0,1.0,100.0,100000.0,1000000000000000.0,1e+16,1.2345678901234568e+17,0.0001,1e-05,1.5e+300,5e-324,0.0]`,
		`[123456789012345678901234567890]`: `[123456789012345678901234567890]`,
		`{"ﬀ":1,"𝒳":2,"z":3}`:              `{"z":3,"ﬀ":1,"𝒳":2}`,
		deep:                               deep,
	} {
		v, err := canonjson.Parse([]byte(src), canonjson.Options{})
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if got := string(canonjson.Append(nil, v)); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// TestPositionsAreByteRanges: Start and End of each value cut its text out.
func TestPositionsAreByteRanges(t *testing.T) {
	src := []byte("{ \"a\" : [ 1.50 , \"x\\u0041\" ] ,\r\n\"b\":{\"c\":null}}")
	root, err := canonjson.Parse(src, canonjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cut := func(v *canonjson.Value) string { return string(src[v.Start:v.End]) }
	got := []string{cut(root.Get("a")), cut(&root.Get("a").Items[0]), cut(&root.Get("a").Items[1]), cut(root.Get("b")), cut(root.Get("b").Get("c"))}
	want := []string{"[ 1.50 , \"x\\u0041\" ]", "1.50", "\"x\\u0041\"", "{\"c\":null}", "null"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if root.Start != 0 || root.End != len(src) {
		t.Errorf("root is %d..%d", root.Start, root.End)
	}
}

func TestInteger(t *testing.T) {
	for src, want := range map[string]string{
		"1": "1 true true", "-7": "-7 true true", "9223372036854775808": "9223372036854775807 false true",
		"1.0": "0 false false", "1e0": "0 false false", "true": "0 false false", `"1"`: "0 false false",
	} {
		v, err := canonjson.Parse([]byte(src), canonjson.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n, inRange, ok := v.Integer()
		if got := fmt.Sprint(n, inRange, ok); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// genValue draws any document.
func genValue(t *rapid.T, depth int) canonjson.Value {
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return canonjson.Value{}
	case 1:
		return canonjson.Value{Kind: canonjson.Bool, Bool: rapid.Bool().Draw(t, "bool")}
	case 2:
		if rapid.Bool().Draw(t, "integer") {
			return canonjson.Int(rapid.Int64().Draw(t, "n"))
		}
		f := rapid.Float64().Draw(t, "f")
		return canonjson.Value{Kind: canonjson.Number, Text: fmt.Sprintf("%e", f)}
	case 3:
		return canonjson.Str(rapid.String().Draw(t, "s"))
	case 4:
		v := canonjson.List()
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			v.Items = append(v.Items, genValue(t, depth-1))
		}
		return v
	default:
		v := canonjson.Value{Kind: canonjson.Object}
		for _, name := range rapid.SliceOfNDistinct(rapid.String(), 0, 3, rapid.ID[string]).Draw(t, "names") {
			v.Members = append(v.Members, canonjson.Member{Name: name, Value: genValue(t, depth-1)})
		}
		return v
	}
}

// TestLawCanonicalIsAFixedPoint: canonical bytes read back and written again
// are the same bytes, and so is each layout for people.
func TestLawCanonicalIsAFixedPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(t, 3)
		once := canonjson.Append(nil, &v)
		for _, src := range [][]byte{once, canonjson.AppendIndent(nil, &v, "  "), canonjson.AppendDocument(nil, &v, "\t")} {
			back, err := canonjson.Parse(src, canonjson.Options{})
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			if twice := canonjson.Append(nil, back); !bytes.Equal(once, twice) {
				t.Fatalf("%s\nbecame %s", once, twice)
			}
		}
	})
}

// TestCanonicalAgreesWithPython: the canonical bytes are those of Python's
// json.dumps, with which the existing hashes were made.
func TestCanonicalAgreesWithPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	needs.Tool(t, "python3", err)
	var lines, want bytes.Buffer
	gen := rapid.Custom(func(t *rapid.T) canonjson.Value { return genValue(t, 3) })
	for i := range 500 {
		v := gen.Example(i)
		lines.Write(canonjson.AppendIndent(nil, &v, ""))
		lines.WriteString("\x00")
		want.Write(canonjson.Append(nil, &v))
		want.WriteString("\x00")
	}
	cmd := exec.Command(python, "-c", `import sys,json
sys.set_int_max_str_digits(0) if hasattr(sys,"set_int_max_str_digits") else None
for doc in sys.stdin.buffer.read().split(b"\0")[:-1]:
    sys.stdout.buffer.write(json.dumps(json.loads(doc), sort_keys=True, separators=(",",":"), ensure_ascii=False).encode()+b"\0")`)
	cmd.Stdin = &lines
	got, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("(-python +ours):\n%s", cmp.Diff(strings.Split(string(got), "\x00"), strings.Split(want.String(), "\x00")))
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `[1e400]`, "\xef\xbb\xbf{}", `{"a":"\ud800"}`, `{"a":1,"a":2}`, `[[[[`, `1`, `"\u0000"`, "{\"\xff\":1}", `-0`, `1E5`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := canonjson.Parse(src, canonjson.Options{})
		if err != nil {
			if l := diag.From(err, ""); len(l) == 0 || l[0].Code == "" || l[0].Where == "" {
				t.Fatalf("no positioned refusal: %v", err)
			}
			return
		}
		once := canonjson.Append(nil, v)
		back, err := canonjson.Parse(once, canonjson.Options{})
		if err != nil {
			t.Fatalf("canonical bytes do not read back: %v\n%q", err, once)
		}
		if twice := canonjson.Append(nil, back); !bytes.Equal(once, twice) {
			t.Fatalf("%q became %q", once, twice)
		}
	})
}

func ExampleParse() {
	_, err := canonjson.Parse([]byte("{\"steps\": [],\n \"steps\": [1]}"), canonjson.Options{})
	fmt.Println(err)
	// Output: 2:2: the name "steps" stands twice in one object: two readers would see two documents; keep one [json-duplicate-name]
}

func ExampleAppend() {
	v, _ := canonjson.Parse([]byte(`{"b": 1e5, "a": "<é>"}`), canonjson.Options{})
	fmt.Printf("%s\n", canonjson.Append(nil, v))
	// Output: {"a":"<é>","b":100000.0}
}
