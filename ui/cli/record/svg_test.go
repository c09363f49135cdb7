package record

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

// example4 is the paper's Example 4, with what a reader of the recording should see.
var example4 = []struct{ op, note string }{
	{"ELI (1 3)(3 4)", "One face alone: (1,4) absorbs the product."},
	{"ELI (2 3)(3 6)", "The same on the other wing."},
	{"ELI (-1 1)(1 3 4)", "One product serves two paths."}, {"ELI (-1 1)(1 3)", ""},
	{"ELI (-1 1 3)(3 5)", ""}, {"ELI (-1 1 3)(3 6)", ""},
	{"ELI (0 2)(2 3 6)", "Two paths again."}, {"ELI (0 2)(2 3)", ""}, {"ELI (0 2 3)(3 4)", ""},
	{"ELI (0 2 3)(3 5)", "22. With vertices it is 24, with edges 23."},
}

func bat22(t *testing.T) *session.Session {
	t.Helper()
	s := session.New(uitest.Sample(t, "bat").Classic())
	for _, step := range example4 {
		o, _, err := model.ParseOp(s.State(), step.op)
		if err == nil {
			_, err = s.Do("", o)
		}
		if err == nil && step.note != "" {
			err = s.Annotate(s.Cursor(), step.note)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// readme has the pictures of README.md: their options, and their paths.
var readme = []struct {
	file  string
	theme style.Kind
	step  int
	size  [2]int
}{
	{"screen-dark.svg", style.Dark, 2, [2]int{120, 36}},
	{"screen-light.svg", style.Light, 2, [2]int{120, 36}}, {"bat.svg", style.Dark, 0, [2]int{100, 30}},
}

// The pictures of README.md show today's explorer. To make them anew: go test
// ./ui/cli/record -run Readme -update
func TestReadme(t *testing.T) {
	for _, p := range readme {
		var out bytes.Buffer
		o := Options{Width: p.size[0], Height: p.size[1], Pace: 2500 * time.Millisecond,
			Theme: style.Make(p.theme, false, termenv.TrueColor),
			Title: "facet: the dag Bat and its line dag", SVG: true, Step: p.step}
		if err := Session(t.Context(), &out, bat22(t), o); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", "..", "docs", "pictures", p.file)
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		was, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(was, out.Bytes()) {
			t.Errorf("%s is not what the explorer shows; if the change is meant, run go test ./ui/cli/record -update", path)
		}
	}
}

// A recording as SVG is well-formed XML, has each screen once, and each character in its
// cell.
func TestSVG(t *testing.T) {
	var out bytes.Buffer
	o := Options{Width: 80, Height: 24, Theme: style.Make(style.Dark, false, termenv.TrueColor),
		Title: `a<b & "c"`, SVG: true}
	if err := Session(t.Context(), &out, steps(t, "lion", lion...), o); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	screens, texts := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case start.Name.Local == "g" && len(start.Attr) == 1:
			screens++
		case start.Name.Local == "text":
			texts++
		}
	}
	if screens != len(lion)+2 || texts < 50*screens {
		t.Errorf("%d screens, %d texts", screens, texts)
	}
	if !strings.Contains(out.String(), "@keyframes reel") {
		t.Error("nothing moves")
	}
	still := o
	still.Step = 3
	out.Reset()
	if err := Session(t.Context(), &out, steps(t, "lion", lion...), still); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "@keyframes") || !strings.Contains(out.String(), "step 3/5") {
		t.Error("a still moves, or shows another step")
	}
}

// Colours, weights and reverse video are kept, and blanks are not drawn.
func TestRow(t *testing.T) {
	d := newDrawing(io.Discard, Options{Width: 80, Height: 24,
		Theme: style.Make(style.Dark, false, termenv.TrueColor)})
	for row, want := range map[string]string{
		"   ":                              "",
		"a b":                              "<text x=\"0\" y=\"12\" textLength=\"24\">a b</text>\n",
		"\x1b[1;38;2;255;0;16ma\x1b[0mb <": "<text x=\"0\" y=\"12\" textLength=\"8\" fill=\"#ff0010\" font-weight=\"bold\">a</text>\n<text x=\"8\" y=\"12\" textLength=\"24\">b &lt;</text>\n",
		"  \x1b[7mx \x1b[0m":               "<rect x=\"16\" y=\"0\" width=\"16\" height=\"15.5\" fill=\"#e6eaf0\"/>\n<text x=\"16\" y=\"12\" textLength=\"8\" fill=\"#15191f\">x</text>\n",
	} {
		if got := d.row(row, 0); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", row, got, want)
		}
	}
}
