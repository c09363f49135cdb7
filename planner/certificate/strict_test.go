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
		`"items":[["MUL",0,1,2]],"leaves":[{"denominator":1,"words":[{"edges":[0,1],"shares":[0,30]}]}],"proof":0}`, Format, g.Fingerprint())
}

// TestWhatIsLeftOpenIsRefused: what one reader passes over and another one does
// not is no part of a proof.
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
		{"case", `"bound"`, `"Bound"`, `there is no member "Bound"`},
		{"case inside", `"words"`, `"WORDS"`, `there is no member "WORDS"`},
		{"no cost", `"cost":30,`, ``, "a sequence and no cost"},
		{"no sequence", `"sequence":["ELI MUL (0 1)(1 2) 30"],`, ``, "a cost and no sequence"},
		{"no bound", `"bound":30,`, ``, "has no bound"},
		{"no items", `"items":[["MUL",0,1,2]],`, ``, "there is no item 0"},
		{"unit of 0", `"denominator":1`, `"denominator":1,"unit":0`, "the unit is 0"},
		{"no words", `"words":[{"edges":[0,1],"shares":[0,30]}]`, `"rules":[]`, "there are no words"},
		{"rest is false", `"shares":[0,30]`, `"rest":false`, "rest is true, or left out"},
		{"rest and shares", `"shares":[0,30]`, `"shares":[0,30],"rest":true`, "either shares or the rest"},
		{"comment", `30"]`, `30 # a note"]`, "one operation and nothing else"},
		{"two lines", `30"]`, `30\nELI MUL (0 1)(1 2) 30"]`, "one operation and nothing else"},
		{"blank line", `["ELI`, `["","ELI`, "one operation and nothing else"},
		{"exponent", `"bound":30`, `"bound":3e1`, "where a whole number belongs"},
		{"fraction", `"bound":30`, `"bound":30.0`, "where a whole number belongs"},
		{"null", `"cost":30`, `"cost":null`, "where a whole number belongs"},
		{"more leaves", `]}],"proof"`, `]},{"denominator":1,"words":[]}],"proof"`, "leaf 1 is not used by the proof"},
		{"more items", `[["MUL",0,1,2]`, `[["MUL",0,1,2],["ACC",0]`, "item 1 is not used"},
		{"packing beside words", `"denominator":1`, `"packing":{"in":[],"out":[]},"denominator":1`, "a packing stands alone"},
		{"half a packing", `{"denominator":1,"words":[{"edges":[0,1],"shares":[0,30]}]}`, `{"packing":{"in":[2,0]}}`, "amounts in and out"},
		{"two values", `"proof":0}`, `"proof":0} {}`, "something follows the object"},
		{"part of a branching", `"proof":0`, `"proof":[0,0]`, "a leaf, or an item and two parts"},
		{"too much of it", `"proof":0`, `"proof":[0,0,0,0]`, "a leaf, or an item and two parts"},
		{"older form", Format, secondFormat, ""},
	}
	for _, test := range tests {
		text := strings.Replace(whole, test.old, test.new, 1)
		if _, err := Read(strings.NewReader(text)); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
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

// TestMemoryOfReading: a file takes at most ten times its length, whatever it is
// full of.
func TestMemoryOfReading(t *testing.T) {
	const many = 150_000
	whole := good(t)
	replace := func(old, new string) string { return strings.Replace(whole, old, new, 1) }
	for name, text := range map[string]string{
		"leaves":   replace(`"leaves":[`, `"leaves":[`+strings.Repeat(`{"denominator":1,"words":[]},`, many)),
		"empty":    replace(`"leaves":[`, `"leaves":[`+strings.Repeat(`{},`, many)),
		"words":    replace(`"words":[`, `"words":[`+strings.Repeat(`{"edges":[0],"rest":true},`, many)),
		"shares":   replace(`"shares":[`, `"shares":[`+strings.Repeat(`0,0,`, 4*many)),
		"items":    replace(`"items":[`, `"items":[`+strings.Repeat(`["ACC",0],`, many)),
		"sequence": replace(`"sequence":[`, `"sequence":[`+strings.Repeat(`"A",`, 4*many)),
		"proof":    replace(`"proof":0`, `"proof":`+strings.Repeat(`[0,0,`, 1900)+"0"+strings.Repeat(`]`, 1900)),
		"rules":    replace(`"words":[`, `"rules":[`+strings.Repeat(`["prefix",0,0,2,1,0],`, many)+`["prefix",0,0,2,1,0]],"words":[`),
		"depth":    strings.Repeat("[", 10*many),
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		c, err := Read(bytes.NewReader([]byte(text)))
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
