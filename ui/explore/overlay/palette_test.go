package overlay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// The palette writes keys next to commands, fills its rows, scrolls with PgDn, and begins
// with the commands of the focused panel.
func TestThePaletteTellsKeys(t *testing.T) {
	look := style.Make(style.Mono, false, termenv.Ascii)
	v := &layer.View{Theme: look, Steps: session.New(uitest.Sample(t, "bat"))}
	table := app.NewCommands()
	for focus, first := range map[intent.Panel]string{intent.Next: "do ", intent.Dag: "zoom ",
		intent.LineDag: "zoom ", intent.History: "undo "} {
		v.Focus = focus
		p := overlay.NewPalette(table, "", "")
		draw := func() []string {
			b := layer.Box{Width: 80, Height: 20}
			p.Fit(v, b)
			return p.Draw(v, b).Rows
		}
		rows := draw()
		if len(rows) < 18 {
			t.Errorf("%v: %d rows of 20 are used", focus, len(rows))
		}
		if !strings.Contains(rows[2], first) {
			t.Errorf("%v: the first command is %q, not %q", focus, rows[2], first)
		}
		text := strings.Join(rows, "\n")
		if focus == intent.Next && !strings.Contains(text, "preaccumulate  a  ") {
			t.Errorf("keys are missing:\n%s", text)
		}
		if _, _ = layer.Press(p, v, layer.Key("pgdown"), false); strings.Contains(strings.Join(draw(), "\n"),
			rows[2]) {
			t.Errorf("%v: PgDn does not go on", focus)
		}
	}
}

// No text of the help is cut, however narrow the window, and the legend has the signs
// that are drawn.
func TestHelpIsNeverCut(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		look := style.Make(style.Mono, ascii, termenv.Ascii)
		v := &layer.View{Theme: look, Steps: session.New(uitest.Sample(t, "bat"))}
		table := app.NewCommands()
		for _, width := range []int{72, 80, 100, 120, 200} {
			for _, glossary := range []bool{false, true} {
				help, box := overlay.NewHelp(table, glossary, ""), layer.Box{Width: width, Height: 300}
				help.Fit(v, box)
				rows := help.Draw(v, box).Rows
				text := strings.Join(strings.Fields(strings.Join(rows, " ")), " ")
				for _, row := range rows {
					if strings.Contains(row, look.Signs.Cut) && !ascii || style.Width(row) > width {
						t.Errorf("%d columns: %q is cut", width, row)
					}
				}
				if glossary || width > 90 {
					continue // in columns, words that follow each other stand apart
				}
				for _, c := range table {
					if does := look.Text(c.Keys.Help().Desc); c.Group != "" && !strings.Contains(text, does) {
						t.Errorf("%d columns: no %q", width, does)
					}
				}
				for _, sign := range map[bool][]string{false: {"┃", "▼", "║", "▽", "┆"},
					true: {"# = V", "\" = w", ":"}}[ascii] {
					if !strings.Contains(text, sign) {
						t.Errorf("the legend has no %q", sign)
					}
				}
			}
		}
	}
}

// The two answers that do not continue a session say how they differ: whether the
// question comes again.
func TestUnfinishedAnswersDiffer(t *testing.T) {
	q := overlay.Unfinished(store.Saved{Dag: "bat", Steps: 3}, time.Now())
	does := make(map[string]string)
	for _, a := range q.Answers {
		does[a.Key] = a.Does
	}
	if !strings.Contains(does["n"], "ask again") || !strings.Contains(does["d"], "do not ask again") {
		t.Errorf("n and d cannot be told apart: %q", does)
	}
	if _, only := q.Passing.(intent.Say); !only {
		t.Errorf("without an answer it does %+v", q.Passing)
	}
}
