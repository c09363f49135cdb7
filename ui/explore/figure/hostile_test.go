package figure

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/ui/draw/vector"
)

// hostile are names that mean something to XML, HTML, TeX or a terminal.
var hostile = []string{
	`<script>alert(1)</script>`, `]]>&amp;"'`, `\input{/etc/passwd}`, `a%b$c#d_e^f~g{h}`, "bell\a\x1b[31m",
	"\u202eright to left",
	"אבג", "حرارة", "中文", "é ü ñ ı ł ß Ω ∂ 𝔽", "``quotes'' -- dash", "a\nb\tc", `\`, "}", "{", "%", "&", "$",
	"~^", strings.Repeat("long", 5000), "",
	"--", "3-4", "Σ", "●", "2/4", "+", ",", "()", `\end{tikzpicture}`, `</svg>`, `\facetchar`, "^^5c^^7b",
	"\u0301", "U+0301",
}

// hostileDag is a chain through vertices of these names.
func hostileDag(t testing.TB) *model.Dag {
	t.Helper()
	var vertices []model.Vertex
	var edges []model.Edge
	for i, name := range hostile {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint(name), Size: 2})
		if i > 0 {
			edges = append(edges, model.Edge{Source: i - 1, Target: i, HasModel: true, Tangent: model.Cost(i),
				Adjoint: 3})
		}
	}
	g, err := model.NewDag(`<b>&\evil%`, vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// hostileWalk preaccumulates the first three of its edges, with notes.
func hostileWalk(t testing.TB) Walk {
	t.Helper()
	g := hostileDag(t)
	s := model.NewState(g)
	var steps []Step
	for _, z := range s.Vertices()[:3] {
		steps = append(steps, Step{Ops: []model.Op{s.Accumulations(z)[0].Op}, Note: "</p><script>"})
	}
	return Walk{Dag: g, Steps: steps, After: 2}
}

func hostileFigure(t testing.TB) *Figure {
	t.Helper()
	f, err := hostileWalk(t).Figure(context.Background(), Request{Last: true, Next: true})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Names are names in every form: nothing in them becomes markup, a command or a
// control character.
func TestHostileNames(t *testing.T) {
	f := hostileFigure(t)
	for _, form := range Forms {
		text, err := f.As(context.Background(), form, Options{})
		if err != nil {
			t.Errorf("%s: %v", form, err)
		}
		for _, r := range text {
			if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e {
				t.Fatalf("%s has %q", form, r)
			}
		}
		if form == TikZ { // a comment may hold anything
			text = regexp.MustCompile(`(?m)^%.*$`).ReplaceAllString(text, "")
		}
		for _, bad := range map[string][]string{
			SVG: {"<script", "<b>", "</svg>\n<"}, HTML: {"<script", "<b>&", "</p><s"},
			TikZ: {`\input`, `\evil`, "^^"},
		}[form] {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %s", form, bad)
			}
		}
		if widest := 2_000_000; len(text) > widest {
			t.Errorf("%s has %d bytes", form, len(text))
		}
	}
	wellFormed(t, "hostile.svg", f.svg(Options{}))
}

// Paths through names in right-to-left scripts keep their order.
func TestNamesFromRightToLeft(t *testing.T) {
	if got, want := vector.Escape("(אב,גד)"), "(\u200eאב\u200e,\u200eגד\u200e)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := vector.Escape("(a,b)"); got != "(a,b)" {
		t.Errorf("got %q", got)
	}
}

// A picture of any size is drawn, or refused in a sentence.
func TestLargeDags(t *testing.T) {
	n := 300
	var vertices []model.Vertex
	var edges []model.Edge
	for i := range n {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint(i), Size: 1})
		for j := max(0, i-7); j < i; j++ {
			edges = append(edges, model.Edge{Source: j, Target: i, HasModel: true, Tangent: 1, Adjoint: 1})
		}
	}
	g, err := model.NewDag("band", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Walk{Dag: g}.Figure(context.Background(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	if svg := f.svg(Options{}); len(svg) > 4_000_000 {
		t.Errorf("the SVG of %d edges has %d bytes", len(edges), len(svg))
	} else {
		wellFormed(t, "band.svg", svg)
	}
	for form, want := range map[string]string{
		Text: "are too many to draw as text: write it as svg", TikZ: "TeX",
	} {
		if _, err := f.As(context.Background(), form, Options{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", form, err, want)
		}
	}
}

// A browser, where there is one, opens the SVG as a picture and the page as a page,
// and finds in them what was drawn.
func TestABrowserOpensThem(t *testing.T) {
	t.Parallel()
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no browser here")
	}
	dir := t.TempDir()
	f := hostileFigure(t)
	page := f.html(Options{})
	for name, text := range map[string]string{
		"picture.svg": f.svg(Options{}),
		"page.html": page +
			`<img src="picture.svg" onload="this.title = 'it is ' + this.naturalWidth + ' wide'">`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-quic", "--user-data-dir="+t.TempDir(),
		"--dump-dom", "file://"+filepath.Join(dir, "page.html"))
	dom, err := c.Output()
	if err != nil {
		t.Skipf("the browser does not run here: %v", err)
	}
	for _, want := range []string{"<svg", `<rect class="box`, "&lt;script&gt;alert(1)", " wide\""} {
		if !strings.Contains(string(dom), want) {
			t.Errorf("the page has no %s:\n%.2000s", want, dom)
		}
	}
	if strings.Contains(string(dom), "<script") || strings.Contains(string(dom), "it is 0 wide") {
		t.Errorf("a name became a script, or the picture is empty:\n%.2000s", dom)
	}
}
