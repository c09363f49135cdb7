package next

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// rowsOf are the rows of a list.
func rowsOf(n *Operations, v *layer.View, width, height int) []string {
	b := layer.Box{Width: width, Height: height, Outer: width}
	n.Fit(v, b)
	return n.Draw(v, b).Rows
}

// In a list of any width every operation has its effect, the price is whole, and two
// columns of numbers are at least two blanks apart, since one stands between thousands.
func TestColumns(t *testing.T) {
	verdicts := map[string]func(model.Op) (layer.Verdict, bool){
		"none":    nil,
		"unknown": func(model.Op) (layer.Verdict, bool) { return layer.Verdict{}, false },
		"bounds":  func(model.Op) (layer.Verdict, bool) { return layer.Verdict{Then: 4_912_999_465}, true },
		"losses": func(o model.Op) (layer.Verdict, bool) {
			return layer.Verdict{Then: 5_089_952_510, Exact: true, HasRegret: true,
				Regret: 176_953_045 * model.Cost(o.Mode)}, true
		},
	}
	words := []string{"fill", "absorb", "merge", "remove", "preaccumulate", "models lost"}
	for _, name := range []string{"bat", "openfoam", "newton10"} {
		g := uitest.Sample(t, name)
		s := session.New(g)
		root, _ := s.StateAt(0)
		for range 5 {
			best, _ := model.Cheapest(s.State().Operations())
			if _, err := s.Do("", best.Op); err != nil {
				t.Fatal(err)
			}
		}
		for kind, judge := range verdicts {
			for width := 49; width <= 130; width += 3 {
				v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
					Totals: layer.NewTotals(g, root)}
				v.Sel = intent.AtOp(s.State().Operations()[0].Op)
				var n Operations
				v.Advice.Verdict = judge
				rows := rowsOf(&n, v, width, 12)
				k := n.columns(v, width)
				for at, row := range rows {
					if style.Width(row) != width {
						t.Fatalf("%s, %s: %d cells of %d: %s", name, kind, style.Width(row), width, row)
					}
					if e := []rune(row)[1+k.mode+k.what+1:][:k.effect]; style.Width(consequence(v.Theme, n.state,
						n.rows[n.top+at]).Brief()) < k.effect && slices.Contains(e, '…') {
						t.Fatalf("%s, %s, %d wide: an effect is cut that would fit in %q", name, kind, width,
							row)
					}
					found := false
					for _, w := range words {
						found = found || strings.Contains(row, w)
					}
					if !found {
						t.Fatalf("%s, %s, %d wide: no effect in %q", name, kind, width, row)
					}
					if strings.Contains(row, "remove  ") || regexp.MustCompile(`remove \d+  `).
						MatchString(row) {
						t.Fatalf("%s, %s, %d wide: what is removed in %q", name, kind, width, row)
					}
					cells := []rune(row)
					end := len(cells) - 1
					numbers := cells[end-k.price-k.then-k.loss : end]
					if price := strings.TrimSpace(string(numbers[:k.price])); price != style.Number(n.rows[n.top+at].Price) {
						t.Fatalf("%s, %s, %d wide: price %q in %q", name, kind, width, price, row)
					}
					from := k.price
					for _, w := range []int{k.then, k.loss} {
						if w > 0 && strings.TrimSpace(string(numbers[from:from+gap])) != "" {
							t.Fatalf("%s, %s, %d wide: columns touch in %q", name, kind, width, row)
						}
						from += w
					}
				}
			}
		}
	}
}

// Beside the pictures no number is cut: names are, and a loss goes before the price does.
func TestNumbersAreWholeBesideThePictures(t *testing.T) {
	g := uitest.Sample(t, "newton1")
	s := session.New(g)
	root, _ := s.StateAt(0)
	for _, loss := range []model.Cost{0, 7, 380_000, 176_953_045, 5_176_953_045} {
		judge := func(o model.Op) (layer.Verdict, bool) {
			return layer.Verdict{Then: 5_089_952_510, Exact: true, HasRegret: true,
				Regret: loss * model.Cost(o.Mode)}, true
		}
		for width := 26; width < narrow; width++ {
			v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
				Totals: layer.NewTotals(g, root)}
			v.Advice.Verdict = judge
			var n Operations
			rows := rowsOf(&n, v, width, 20)
			head := n.Columns(v, width)
			judged := strings.Contains(head, "loss")
			for at, row := range rows {
				want := " 0"
				if r := n.Choice(at); loss > 0 && r.Op.Mode > 0 {
					want = " +" + style.Number(loss*model.Cost(r.Op.Mode))
				}
				if price := " " + style.Number(n.Choice(at).Price); !judged && !strings.HasSuffix(row, price) ||
					judged && !(strings.HasSuffix(row, want) && strings.Contains(row, price+" ")) {
					t.Fatalf("%d wide: no price %v and loss %s in %q", width, n.Choice(at).Price, want, row)
				}
				if !strings.ContainsAny(row[5:], "(1") || style.Width(row) != width {
					t.Fatalf("%d wide: no name in %q", width, row)
				}
			}
			if !strings.Contains(head, "price") || !judged && loss < 1_000_000 && width >= 28 {
				t.Errorf("%d wide, with losses of %d: %s", width, loss, head)
			}
			d := n.Draw(v, layer.Box{Width: width, Height: 4, Outer: width + 2})
			if title := v.Theme.Draw(style.Box, d.Title, d.Right, nil, width+2, 3, true)[0]; !strings.Contains(
				title, strings.TrimSpace(head)) {
				t.Errorf("%d wide the headings are cut: %s", width, title)
			}
		}
	}
}

// An empty list keeps its title, since it has no order.
func TestTheTitleStays(t *testing.T) {
	g := uitest.Sample(t, "lion").Classic()
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	v.Advice.Verdict = func(model.Op) (layer.Verdict, bool) {
		return layer.Verdict{Exact: true, HasRegret: true}, true
	}
	var n Operations
	for !s.State().Done() {
		n.Fit(v, layer.Box{Width: 60, Height: 40})
		if got := n.Title(v, 60, 40); !strings.HasSuffix(got, " by loss") {
			t.Errorf("the title is %q", got)
		}
		best, _ := model.Cheapest(s.State().Operations())
		if _, err := s.Do("", best.Op); err != nil {
			t.Fatal(err)
		}
	}
	n.Fit(v, layer.Box{Width: 60, Height: 40})
	if got := n.Title(v, 60, 40); got != "next: by loss" {
		t.Errorf("at the end the title is %q", got)
	}
}

// Operations that lose nothing are in the first rows as soon as all losses are known, and
// a newcomer begins with one. No row changes its place while the user moves in the list,
// and the order reveals nothing of hidden losses.
func TestWhatLosesNothingIsInSight(t *testing.T) {
	g := uitest.Sample(t, "bat").Classic()
	s := session.New(g)
	root, _ := s.StateAt(0)
	all := s.State().Operations()
	good := all[len(all)-1].Op
	known := 0
	verdict := func(o model.Op) (layer.Verdict, bool) {
		judged := layer.Verdict{Then: 23, Exact: true, HasRegret: true, Regret: 1}
		if o == good {
			judged = layer.Verdict{Then: 22, Exact: true, HasRegret: true}
		}
		known--
		return judged, known >= 0
	}
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	order := func(n *Operations) (all []model.Op) {
		for k := range n.Len() {
			all = append(all, n.Op(k))
		}
		return all
	}
	var n Operations
	n.Refresh(v)
	before := order(&n)
	if sel, ok := n.Good(v, v.Sel); ok {
		t.Errorf("it begins with %v and knows nothing", sel)
	}
	known, v.Advice.Verdict = 3, verdict // of the first three rows only
	if n.Refresh(v); !slices.Equal(order(&n), before) {
		t.Error("rows move while losses are not known")
	}
	known = 1 << 30
	n.Refresh(v)
	if first := n.Op(0); first != good {
		t.Errorf("the first row is %v and loses 1", first)
	}
	if sel, ok := n.Good(v, v.Sel); !ok || sel != intent.AtOp(good) {
		t.Errorf("it begins with %v", sel)
	}
	n.Fit(v, layer.Box{Width: 60, Height: 3})
	if title := n.Title(v, 60, 3); !strings.HasPrefix(title, "next: 10 by loss") {
		t.Error(title)
	}
	v.Advice.Verdict = nil
	if n.Fit(v, layer.Box{Width: 60, Height: 3}); !slices.Equal(order(&n), before) ||
		!strings.Contains(n.Title(v, 60, 3), "by position") {
		t.Error("the order tells losses that are hidden")
	}
	n.Step(v, 1)
	v.Advice.Verdict = verdict
	if n.Refresh(v); !slices.Equal(order(&n), before) {
		t.Error("rows move while somebody moves in them")
	}
}

// The heading of the losses stands only where they are shown; that the list is empty is
// said without a cut in any width.
func TestHeadingAndEnd(t *testing.T) {
	g := uitest.Sample(t, "lion").Classic()
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	v.Advice.Verdict = func(model.Op) (layer.Verdict, bool) {
		return layer.Verdict{Exact: true, HasRegret: true}, true
	}
	var n Operations
	rowsOf(&n, v, 60, 10)
	shown := n.Columns(v, 60)
	v.Silent = true
	if hidden := n.Columns(v, 60); !strings.Contains(shown, "loss") || strings.Contains(hidden, "loss") ||
		style.Width(hidden) != style.Width(shown) {
		t.Errorf("headings %q and %q", shown, hidden)
	}
	for !s.State().Done() {
		best, _ := model.Cheapest(s.State().Operations())
		if _, err := s.Do("", best.Op); err != nil {
			t.Fatal(err)
		}
	}
	for _, width := range []int{24, 30, 36, 70} {
		if row := n.nothing(v, width); style.Width(row) > width || !strings.Contains(row, "complete") {
			t.Errorf("in %d cells: %q", width, row)
		}
	}
}

// On the way through sequences each elimination has its effect in a window of 80x24, whose list
// has 25 cells beside the pictures; no name is cut, and nothing moves when losses appear.
func TestEffectsWhileStepping(t *testing.T) {
	for _, g := range []*model.Dag{uitest.Sample(t, "bat"), uitest.Sample(t, "bat").Classic(),
		uitest.Sample(t, "lion"), uitest.Sample(t, "lion").Classic()} {
		s := session.New(g)
		root, _ := s.StateAt(0)
		var n Operations
		for !s.State().Done() {
			v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
				Totals: layer.NewTotals(g, root), Silent: true}
			hidden := rowsOf(&n, v, 25, 9)
			v.Silent, v.Advice.Verdict = false, func(model.Op) (layer.Verdict, bool) {
				return layer.Verdict{Then: 40, Exact: true, HasRegret: true, Regret: 8}, true
			}
			shown := rowsOf(&n, v, 25, 9)
			if !strings.HasSuffix(n.Columns(v, 25), "price loss") {
				t.Fatalf("step %d: %q", s.Depth(), n.Columns(v, 25))
			}
			for at, row := range shown {
				words := strings.Fields(row)
				effect := words[len(words)-3]
				if o := n.Choice(n.top + at).Op; !o.IsAccumulation() && effect != "fill" && effect != "absorb" ||
					strings.Contains(row, "…") || !strings.HasSuffix(row, " +8") {
					t.Fatalf("step %d: %q", s.Depth(), row)
				}
				if before := strings.TrimRight(hidden[at], " "); !strings.HasPrefix(row, before) {
					t.Fatalf("step %d: losses move %q to %q", s.Depth(), before, row)
				}
			}
			best, _ := model.Cheapest(s.State().Operations())
			if _, err := s.Do("", best.Op); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Where there is no room for both, losses that are hidden leave theirs to the effects, and those
// that are shown take it.
func TestHiddenLossesGiveWayToEffects(t *testing.T) {
	s := session.New(uitest.Sample(t, "bat"))
	if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
		t.Fatal(err)
	}
	root, _ := s.StateAt(0)
	for _, silent := range []bool{false, true} {
		v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
			Totals: layer.NewTotals(s.Dag(), root), Silent: silent}
		var n Operations
		v.Advice.Verdict = func(model.Op) (layer.Verdict, bool) {
			return layer.Verdict{Then: 32, Exact: true, HasRegret: true, Regret: 77_777}, true
		}
		rows := strings.Join(rowsOf(&n, v, 26, 12), "\n")
		if strings.Contains(rows, "fill") != silent || strings.Contains(rows, "+77 777") == silent ||
			strings.Contains(n.Columns(v, 26), "loss") == silent || strings.Contains(rows, "…") {
			t.Errorf("silent %v:\n%s", silent, rows)
		}
	}
}
