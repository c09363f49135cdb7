package certificate

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// good is a certificate of the path 2, 3, 5 whose parts the tests change.
func good(t *testing.T) string {
	t.Helper()
	g := path(t, 2, 3, 5)
	return fmt.Sprintf(`{"format":%q,"dag":%q,"sequence":["ELI MUL (0 1)(1 2) 30"],"cost":30,"bound":30,`+
		`"resources":[["MUL",0,1,2]],"leaves":[{"denominator":1,"paths":[{"edges":[0,1],"prices":[0,30]}]}],"proof":0}`, Format, g.Fingerprint())
}

// TestWhatIsLeftOpenIsRefused: where two readers could read a file differently, it is
// refused.
func TestWhatIsLeftOpenIsRefused(t *testing.T) {
	whole := good(t)
	if c, err := Read(strings.NewReader(whole)); err != nil {
		t.Fatal(err)
	} else if v, err := Verify(path(t, 2, 3, 5), c); err != nil || !v.Optimal {
		t.Fatalf("%v, %v", v, err)
	}
	tests := []struct{ name, old, new, want string }{
		{"duplicate", `"bound":30`, `"bound":30,"bound":29`, `the member "bound" is there twice`},
		{"duplicate inside", `"denominator":1`, `"denominator":1,"denominator":1`, "there twice"},
		{"unknown", `"cost":30`, `"cost":30,"note":"x"`, `there is no member "note"`},
		{"unknown inside", `"edges":[0,1]`, `"edges":[0,1],"price":3`, `there is no member "price"`},
		{"an old format", Format, "facet certificate 3",
			`its format is "facet certificate 3", not "facet certificate 4"; make it anew`},
		{"its names", `"resources"`, `"items"`, `there is no member "items"`},
		{"its names inside", `"paths"`, `"words"`, `there is no member "words"`},
		{"case", `"bound"`, `"Bound"`, `there is no member "Bound"`},
		{"case inside", `"paths"`, `"PATHS"`, `there is no member "PATHS"`},
		{"no cost", `"cost":30,`, ``, "a sequence and no cost"},
		{"no sequence", `"sequence":["ELI MUL (0 1)(1 2) 30"],`, ``, "a cost and no sequence"},
		{"no bound", `"bound":30,`, ``, "has no bound"},
		{"no resources", `"resources":[["MUL",0,1,2]],`, ``, "there is no resource 0"},
		{"unit of 0", `"denominator":1`, `"denominator":1,"unit":0`, "the unit is 0"},
		{"no paths", `"paths":[{"edges":[0,1],"prices":[0,30]}]`, `"inequalities":[]`, "there are no paths"},
		{"rest is false", `"prices":[0,30]`, `"rest":false`, "rest is true, or left out"},
		{"rest and prices", `"prices":[0,30]`, `"prices":[0,30],"rest":true`, "either prices or the rest"},
		{"comment", `30"]`, `30 # a note"]`, "one operation and nothing else"},
		{"two lines", `30"]`, `30\nELI MUL (0 1)(1 2) 30"]`, "one operation and nothing else"},
		{"blank line", `["ELI`, `["","ELI`, "one operation and nothing else"},
		{"exponent", `"bound":30`, `"bound":3e1`, "where a whole number belongs"},
		{"fraction", `"bound":30`, `"bound":30.0`, "where a whole number belongs"},
		{"null", `"cost":30`, `"cost":null`, "where a whole number belongs"},
		{"more leaves", `]}],"proof"`, `]},{"denominator":1,"paths":[]}],"proof"`,
			"leaf 1 is not used by the proof"},
		{"more resources", `[["MUL",0,1,2]`, `[["MUL",0,1,2],["ACC",0]`, "resource 1 is not used"},
		{"packing beside paths", `"denominator":1`, `"packing":{"in":[],"out":[]},"denominator":1`,
			"a packing stands alone"},
		{"half a packing", `{"denominator":1,"paths":[{"edges":[0,1],"prices":[0,30]}]}`,
			`{"packing":{"in":[2,0]}}`, "amounts in and out"},
		{"two values", `"proof":0}`, `"proof":0} {}`, "something follows the object"},
		{"part of a branching", `"proof":0`, `"proof":[0,0]`, "a leaf, or a resource and two parts"},
		{"too much of it", `"proof":0`, `"proof":[0,0,0,0]`, "a leaf, or a resource and two parts"},
	}
	for _, test := range tests {
		text := strings.Replace(whole, test.old, test.new, 1)
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	// The order of members is free.
	turned := strings.Replace(whole, `,"proof":0}`, "}", 1)
	turned = `{"proof":0,` + turned[1:]
	if _, err := Read(strings.NewReader(turned)); err != nil {
		t.Error(err)
	}
}

// TestMemoryOfReading: a certificate takes at most ten times the length of its file, and all
// that is allocated while it is read and checked, what is freed included, is at most forty
// times: what is in use at one time is at most twenty.
func TestMemoryOfReading(t *testing.T) {
	const many = 150_000
	whole := good(t)
	replace := func(old, new string) string { return strings.Replace(whole, old, new, 1) }
	for name, text := range map[string]string{
		"leaves": replace(`"leaves":[`, `"leaves":[`+strings.Repeat(`{"denominator":1,"paths":[]},`,
			many)),
		"empty":     replace(`"leaves":[`, `"leaves":[`+strings.Repeat(`{},`, many)),
		"paths":     replace(`"paths":[`, `"paths":[`+strings.Repeat(`{"edges":[0],"rest":true},`, many)),
		"prices":    replace(`"prices":[`, `"prices":[`+strings.Repeat(`0,0,`, 4*many)),
		"resources": replace(`"resources":[`, `"resources":[`+strings.Repeat(`["ACC",0],`, many)),
		"sequence":  replace(`"sequence":[`, `"sequence":[`+strings.Repeat(`"A",`, 4*many)),
		"proof": replace(`"proof":0`, `"proof":`+strings.Repeat(`[0,0,`, 1900)+"0"+strings.Repeat(`]`,
			1900)),
		"inequalities": replace(`"paths":[`, `"inequalities":[`+strings.Repeat(`["prefix",0,0,2,1,0],`,
			many)+`["prefix",0,0,2,1,0]],"paths":[`),
		"depth":  strings.Repeat("[", 10*many),
		"levels": replace(`"resources":[["MUL",0,1,2]]`, `"resources":`+strings.Repeat("[", 10*many)),
		"sides": replace(`"paths":[`, `"inequalities":[`+strings.Repeat(`["",0,0,0,0,0],`,
			many)+`["",0,0,0,0,0]],"paths":[`),
		"no prices": replace(`"paths":[`, `"paths":[`+strings.Repeat(`{"edges":[0,1],"prices":[]},`, many)),
		"like": replace(`"paths":[`,
			`"paths":[`+strings.Repeat(`{"edges":[0,1],"like":[0,1,2],"prices":[]},`, many)),
		"fixed": replace(`"proof":0`, `"proof":[[0,`+strings.Repeat("0,", 4*many)+`0],0]`),
		"packing": replace(`"leaves":[`, `"leaves":[{"packing":{"in":[`+strings.Repeat("0,",
			4*many)+`0],"out":[0]}},`),
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		content := bytes.NewReader([]byte(text))
		c, err := Read(content)
		if err == nil {
			_, err = Verify(path(t, 2, 3, 5), c)
		}
		var end runtime.MemStats
		runtime.ReadMemStats(&end)
		if all := end.TotalAlloc - before.TotalAlloc; all > 40*uint64(len(text))+1<<20 {
			t.Errorf("%s: %d bytes of text allocate %d (%v)", name, len(text), all, err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		kept := int64(after.HeapAlloc) - int64(before.HeapAlloc)
		if kept > 9*int64(len(text))+1<<20 {
			t.Errorf("%s: %d bytes of text take %d (%v)", name, len(text), kept, err)
		}
		runtime.KeepAlive(c)
		runtime.KeepAlive(text)
	}
}
