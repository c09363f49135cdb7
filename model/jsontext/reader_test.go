package jsontext

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// value reads any value as encoding/json would decode it, numbers as they are written.
func value(r *Reader) (v any, err error) {
	switch c := r.Next(); c {
	case '{':
		m := make(map[string]any)
		_, err = r.Object(func(name string) (err error) {
			m[name], err = value(r)
			return err
		})
		return m, err
	case '[':
		list := []any{}
		_, err = r.List(func(int) error {
			v, err := value(r)
			list = append(list, v)
			return err
		})
		return list, err
	case '"':
		return r.Text()
	case 't', 'f', 'n':
		word, err := r.Keyword()
		return map[string]any{"true": true, "false": false}[word], err
	}
	n, err := r.Number()
	return json.Number(n), err
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "the file is cut off"},
		{"[1,\n2,\n", "the file is cut off in line 3"},
		{`{"a"`, "the file is cut off"},
		{`{"a`, "the file is cut off"},
		{`{"a":1,}`, `"}" has no place there`},
		{`{,}`, `"," has no place there`},
		{`{"a" 1}`, `"1" has no place there`},
		{`{"a":1 "b":2}`, `"b" has no place there`},
		{`{1:2}`, `there is "1" where a text belongs`},
		{`{"a":1,"\u0061":2}`, `the member "a" is there twice`},
		{`{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"11":0,"12":0,"13":0,"14":0,"15":0,"16":0,"7":0}`, `the member "7" is there twice`},
		{`[1,]`, `"]" has no place there`},
		{`[,1]`, `"," has no place there`},
		{`[1 2]`, `"2" has no place there`},
		{`[1}`, `"}" has no place there`},
		{"[\"a\x01\"]", "a text has a control character"},
		{`["\x"]`, `the text "\\x" has an escape that is none`},
		{`[01]`, `"01" has no place there`},
		{`[+1]`, `"+1" has no place there`},
		{`[.5]`, `".5" has no place there`},
		{`[1.]`, `"1." has no place there`},
		{`[nan]`, `"nan" has no place there`},
		{`[trueish]`, `"trueish" has no place there`},
		{`[1] 2`, "something follows the object"},
		{`[` + strings.Repeat("9", MaxDigit+1) + `]`, `has more than 1100 characters`},
		{`["` + strings.Repeat("a", MaxText) + `"]`, "a text is longer than 8 MB"},
		{strings.Repeat("[", 7), "values are nested more than 6 deep"},
		{strings.Repeat(`{"a":`, 7), "values are nested more than 6 deep"},
		{strings.Repeat("[", 6) + strings.Repeat("]", 6), ""},
		{`[[],[],{},{"a":[]},[[[[[]]]]]]`, ""},
	} {
		for _, isSkipped := range []bool{false, true} {
			r := New(t.Context(), []byte(c.text), 6)
			var err error
			if isSkipped {
				err = r.Skip()
			} else {
				_, err = value(r)
			}
			if err == nil {
				err = r.End()
			}
			got := "<nil>"
			if err != nil {
				got = err.Error()
			}
			want, where, _ := strings.Cut(c.want, " in line ")
			if (err == nil) != (want == "") || !strings.Contains(got, want) || len(got) > 100 {
				t.Errorf("%.60q: %s, want %s", c.text, got, want)
			}
			if where == "3" && r.Line() != 3 {
				t.Errorf("%.60q: line %d", c.text, r.Line())
			}
		}
	}
}

// TestLoose: the grammar of CppAD.
func TestLoose(t *testing.T) {
	r := New(t.Context(), []byte(`["a\", +.5, 1., -2e+3, "\u0041"]`), 6)
	r.IsLoose = true
	v, err := value(r)
	if want := []any{`a\`, json.Number("+.5"), json.Number("1."), json.Number("-2e+3"),
		`\u0041`}; err != nil || !reflect.DeepEqual(v, want) {
		t.Errorf("%q, %v", v, err)
	}
}

// TestPlaces: values are read in another order than they stand in, with their lines.
func TestPlaces(t *testing.T) {
	r := New(t.Context(), []byte("{\"a\":\n [1, 2],\n\"b\": 9007199254740993}"), 6)
	at := make(map[string]Place)
	if _, err := r.Object(func(name string) error {
		at[name] = r.Place()
		return r.Skip()
	}); err != nil {
		t.Fatal(err)
	}
	r.Return(at["b"])
	if n, err := r.Whole(); n != 9007199254740993 || err != nil || r.Line() != 3 {
		t.Error(n, err, r.Line())
	}
	r.Return(at["a"])
	if n := r.Count(len("1,")); n != 2 {
		t.Error(n)
	}
	if raw, err := r.Raw(); string(raw) != "[1, 2]" || err != nil || r.Line() != 2 {
		t.Errorf("%s, %v, line %d", raw, err, r.Line())
	}
	for text, want := range map[string]string{
		"1.5": `there is "1.5" where a whole number belongs`, "01": `there is "01" where`,
		"9223372036854775808": "where a whole number belongs",
		"":                    "the file is cut off", "[]": "there is a list where",
		`"1"`: `there is "1" where`, "}": `"}" has no place there`,
	} {
		if n, err := New(t.Context(), []byte(text), 6).Whole(); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %d, %v, want %s", text, n, err, want)
		}
	}
}

// TestStopped: reading ends with its context.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("enough"))
	err := New(ctx, []byte("["+strings.Repeat("1,", 10_000)+"1]"), 6).Skip()
	if err == nil || err.Error() != "reading was stopped: enough" {
		t.Error(err)
	}
}

// FuzzReader: what encoding/json takes is read with the same values, unless it goes beyond
// the limits or says a thing twice, and nothing else is.
func FuzzReader(f *testing.F) {
	for _, text := range []string{
		`{"a": [1, -2.5e+3, true, null, "\u00e4\n\ud83d\ude00\ud800"], "": {"b": {}}, "c": [[]]}`, `[01]`,
		`{"a":1,"a":2}`, "[\"\xff\"]", ` "x" `, `1e`, `{"a\"b":"\\"}`, `{"a\":1}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var want any
		wrong := !json.Valid([]byte(text)) || decoder.Decode(&want) != nil
		r := New(t.Context(), []byte(text), 60)
		got, err := value(r)
		if err == nil {
			err = r.End()
		}
		s := New(t.Context(), []byte(text), 60)
		skipped := s.Skip()
		if skipped == nil {
			skipped = s.End()
		}
		if (skipped == nil) != (err == nil) {
			t.Fatalf("%v, skipped %v", err, skipped)
		}
		if err != nil {
			limited := strings.Contains(err.Error(), "twice") || strings.Contains(err.Error(), "more than")
			if !wrong && !limited {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if wrong || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}
