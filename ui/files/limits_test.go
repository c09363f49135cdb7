package files_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/programs/ampl"
	"facet/model/programs/cppad"
	"facet/model/programs/source"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/planner/certificate"
	"facet/ui/files/archive"
	"facet/ui/uitest"
)

// kept is one of the forms that facet reads beside dags, with the parts that hostile files
// are made of. A part that a form does not have is written as what comes next to it.
type kept struct {
	valid      string                    // a file that is read
	whole      func(items string) string // a file of items
	item       func(k int) string
	empty      string // the shortest that may pass for an item
	text       func(value string) string
	number     func(value string) string
	open, shut string // what nests
	comment    string
	read       func(ctx context.Context, text string) error
	most       int // bytes
}

// times is how many times its size a file may take: a Go file is type-checked and brought
// into SSA form.
func times(name string) int {
	if name == "Go" {
		return 200
	}
	return 20
}

// jsonKept is a form of objects, in which most of a file is a list.
func jsonKept(head, list, tail, valid string, item func(k int) string,
	read func(context.Context, string) error) kept {
	whole := func(items string) string {
		return head + list + strings.TrimSuffix(items, ",") + "]" + tail
	}
	return kept{
		valid: valid, whole: whole, item: item, empty: "{},", open: "[", shut: "]", comment: " ",
		most: format.MaxBytes, read: read,
		text: func(value string) string {
			return strings.TrimSuffix(head, "{") + `{"note": "` + value + `",` + list[:0] + tail
		},
		number: func(value string) string {
			return `{"version": ` + value + `,` + strings.TrimPrefix(head, "{") + list + "]" + tail
		},
	}
}

// lineKept is a form of lines.
func lineKept(head, tail, comment, open, shut string, item func(k int) string,
	read func(context.Context, string) error, most int) kept {
	whole := func(items string) string { return head + items + tail }
	return kept{
		valid: whole(item(0)), whole: whole, item: item, empty: "\n", open: open, shut: shut,
		comment: comment, most: most, read: read,
		text:   func(value string) string { return whole(value) },
		number: func(value string) string { return whole(strings.ReplaceAll(item(0), "1", value)) },
	}
}

func keptForms(t *testing.T) map[string]kept {
	t.Helper()
	g := uitest.Sample(t, "bat")
	saved, err := session.New(g).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	head, tail, _ := strings.Cut(string(saved), `"steps":[`)
	_, tail, _ = strings.Cut(tail, "]")
	vertices, after, _ := strings.Cut(string(saved), `"vertices":[`)
	_, after, _ = strings.Cut(after, `],"edges"`)
	edges, behind, _ := strings.Cut(string(saved), `"edges":[`)
	_, behind, _ = strings.Cut(behind, `]},"cursor"`)
	load := func(_ context.Context, text string) error { _, err := session.Load([]byte(text)); return err }
	runs := func(ctx context.Context, text string) error {
		if len(archive.Read(ctx, g, []byte(text), nil)) == 0 {
			return errors.New("nothing is read")
		}
		return nil
	}
	proof := func(_ context.Context, text string) error {
		c, err := certificate.Read(strings.NewReader(text))
		if err == nil {
			_, err = certificate.Verify(g, c)
		}
		return err
	}
	start := model.NewState(g)
	return map[string]kept{
		"session, steps": jsonKept(head, `"steps":[`, tail, string(saved), func(k int) string {
			return fmt.Sprintf(`{"parent":%d,"ops":["ACC TAN (-1 1) 4"]},`, k)
		}, load),
		"session, vertices": jsonKept(vertices, `"vertices":[`, `,"edges"`+after, string(saved),
			func(k int) string {
				return fmt.Sprintf(`{"id":"%d","size":1},`, k)
			}, load),
		"session, edges": jsonKept(edges, `"edges":[`, `},"cursor"`+behind, string(saved),
			func(k int) string {
				return fmt.Sprintf(`{"id":"%d","source":%d,"target":%d},`, k, k, k+1)
			}, load),
		"runs": jsonKept(`{"facet":"runs","version":2,`, `"runs":[`, `}`, "", func(k int) string {
			return `{"method":"GreedyLocalCost","bounding":"cover","opening":"vertex","incumbents":[{"ops":["ACC TAN (-1 1) 4"]}]},`
		}, runs),
		"incumbents": jsonKept(`{"facet":"runs","version":3,"runs":[{"method":"GreedyLocalCost","bounding":"cover","opening":"vertex",`, `"incumbents":[`, `}]}`, "", func(k int) string {
			return `{"time":1,"cost":4,"source":1,"ops":["ACC TAN (-1 1) 4"]},`
		}, runs),
		"certificate": jsonKept(`{"format":"facet certificate 4","dag":"`+g.Fingerprint()+`",`, `"leaves":[`,
			`,"bound":1,"resources":[],"proof":{"leaf":0}}`, "", func(k int) string {
				return `{"denominator":1,"paths":[{"edges":[0,1],"prices":[1]}]},`
			}, proof),
		"sequence": lineKept("", "", "# \n", "(", ")", func(k int) string {
			return "ACC TAN (-1 1) 4\n"
		}, func(_ context.Context, text string) error {
			_, _, err := model.ReadSequence(start, strings.NewReader(text))
			return err
		}, format.MaxBytes),
		"lesson": lineKept("---\ntitle: one\ndag: lion\n---\n\n", "", "<!-- -->\n", "> ", "",
			func(k int) string {
				return fmt.Sprintf("## Chapter %d\n\ntext 1\n\n", k)
			}, func(_ context.Context, text string) error {
				if _, mistakes := lesson.Read([]byte(text)); len(mistakes) > 0 {
					return mistakes[0]
				}
				return nil
			}, lesson.MaxBytes),
		"Go": lineKept("package p\nfunc F(x float64) float64 {\n", "return x }\n", "/**/\n", "{", "}",
			func(k int) string { return "x *= 1\n" }, func(ctx context.Context, text string) error {
				_, err := source.Package{Files: []source.File{{Name: "f.go", Text: []byte(text)}}}.Read(ctx,
					"")
				return err
			}, source.MaxBytes),
		"AMPL problem": lineKept("g3 1 1 0\n 1 0 1 0 0\n 0 1\n 0 0\n 0 1 0\n 0 0 0 1\n 0 0 0 0 0\n 0 1\n 0 0\n 0 0 0 0 0\nb\n3\nk0\nG0 1\n0 1\nO0 0\n", "v0\n", "# \n", "o16\n", "", func(k int) string { return "o5\nn1\n" }, func(ctx context.Context, text string) error {
			_, err := ampl.Read(ctx, "f.nl", []byte(text), false)
			return err
		}, format.MaxBytes),
		"AD graph": jsonKept(`{"function_name":"f","op_define_vec":[1,[{"op_code":1,"name":"sin","n_arg":1}]],"n_dynamic_ind":0,"n_variable_ind":1,"constant_vec":[1,[1]],"dependent_vec":[1,[1]],`,
			`"op_usage_vec":[3,[`, `]}`,
			`{"function_name":"f","op_define_vec":[1,[{"op_code":1,"name":"sin","n_arg":1}]],"n_dynamic_ind":0,"n_variable_ind":1,"constant_vec":[0,[]],"op_usage_vec":[1,[[1,1]]],"dependent_vec":[1,[2]]}`,
			func(k int) string {
				return fmt.Sprintf("[1,%d],", k+2)
			}, func(ctx context.Context, text string) error {
				_, err := cppad.Read(ctx, "f.json", []byte(text), false)
				return err
			}),
		"configuration": lineKept("dag lion.xml\n", "", "\n", "(", ")", func(k int) string {
			return "n_threads 1\n"
		}, func(_ context.Context, text string) error {
			_, err := format.ReadConfig("c.in", strings.NewReader(text))
			return err
		}, 1<<20),
	}
}

// hostile are thirty files that are made to use up time or memory, or to be read as
// something else, those of the forms of dags made for this form.
func (f kept) hostile() map[string]string {
	size := min(f.most/16, 1<<20)
	fill := func(unit string, bytes int) string { return strings.Repeat(unit, bytes/max(1, len(unit))) }
	items := func(n int) string {
		var b bytes.Buffer
		for k := 0; k < n && b.Len() < size; k++ {
			b.WriteString(f.item(k))
		}
		return b.String()
	}
	few := f.whole(items(3))
	one := f.item(0)
	return map[string]string{
		"empty":                       "",
		"blanks":                      fill(" \n", size),
		"too large":                   few + fill(" ", f.most),
		"NUL":                         few + "\x00",
		"not UTF-8":                   strings.Replace(few, "1", "\xff1", 1),
		"UTF-16":                      "\xff\xfe" + few,
		"a byte order mark":           "\ufeff" + few,
		"cut off":                     few[:len(few)/2],
		"cut off in a text":           f.text(fill("a", size))[:size/2],
		"cut off within levels":       f.whole(fill(f.open, size)),
		"levels":                      f.whole(fill(f.open, size/2) + fill(f.shut, size/2)),
		"levels in a text":            f.text(fill(f.open, 1<<15) + fill(f.shut, 1<<15)),
		"something behind":            few + " " + few,
		"comments":                    f.whole(fill(f.comment, size) + items(2)),
		"many items":                  f.whole(items(1 << 20)),
		"the same item":               f.whole(fill(one, size)),
		"empty items":                 f.whole(fill(f.empty, size)),
		"numbers for items":           f.whole(fill("1,", size)),
		"lists for items":             f.whole(fill("[],", size)),
		"texts for items":             f.whole(fill(`"",`, size)),
		"lists of lists":              f.whole(fill("[[],[]],", size)),
		"many members":                f.whole("{" + fill(`"x":1,`, size)),
		"nothing for items":           f.whole(fill("null,", size)),
		"a long text":                 f.text(fill("v", size)),
		"a long line":                 f.whole(strings.TrimSuffix(one, "\n") + fill(" ", size)),
		"a long number":               f.number(fill("9", 1<<20)),
		"an exponent":                 f.number("1e999999999999"),
		"a fraction":                  f.number("1.5"),
		"references":                  f.text(fill(`\u0041`, size)),
		"signs that steer a terminal": strings.Replace(few, "1", "\x1b]0;x\a\u202e1", 1),
	}
}

// Whatever facet keeps or is given beside dags is read or refused in a sentence, within
// twenty times the memory of the file, as the forms of dags are; a Go file within two hundred.
func TestKeptFormsWithinLimits(t *testing.T) {
	extent.NoRace(t)
	for name, form := range keptForms(t) {
		if form.valid != "" && !strings.HasPrefix(name, "session") {
			if err := form.read(t.Context(), form.valid); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		all := form.hostile()
		if len(all) != 30 {
			t.Fatalf("%d files", len(all))
		}
		for what, text := range all {
			if (len(name)+len(what))%3 > 0 && !extent.Full {
				continue // each form meets a third of them
			}
			allowed := uint64(times(name)*len(text) + 30<<20)
			used, err := modeltest.Memory(t, allowed, func(ctx context.Context) error {
				return form.read(ctx, text)
			})
			if used > allowed {
				t.Errorf("%s, %s: %d MB for %d bytes", name, what, used>>20, len(text))
			}
			if err != nil && (strings.ContainsAny(err.Error(), "\n\x1b\u202e") || len(err.Error()) > 400) {
				t.Errorf("%s, %s: no sentence: %.500q", name, what, err)
			}
			if testing.Verbose() {
				t.Logf("%s, %s: %d bytes, %d MB: %.120v", name, what, len(text), used>>20, err)
			}
		}
	}
}
