package tour

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/ui/app"
	"facet/ui/files"
	"facet/ui/layer"
	"facet/ui/style"
	"facet/ui/uitest"
)

// newcomer is somebody who sees facet for the first time.
func newcomer(t *testing.T, g *model.Dag, ascii bool, width, height int) *uitest.Driver {
	t.Helper()
	m := app.New(app.Options{Dag: g, Theme: style.Make(style.Mono, ascii, termenv.Ascii), Files: &files.Disk{}, Getenv: func(string) string { return "" },
		Sources: []layer.Source{Source()}, Leader: New()})
	d := &uitest.Driver{T: t, Model: m, Width: width, Height: height}
	d.Begin()
	t.Cleanup(func() { _ = m.Close() })
	return d
}

// Five prompts lead a newcomer through select, foresee, carry out, take back and hand
// over; each waits for what it asks for, and the pictures stay as large as they were.
func TestTour(t *testing.T) {
	for _, size := range [][2]int{{72, 20}, {80, 24}, {100, 30}, {120, 40}} {
		for _, ascii := range []bool{false, true} {
			for _, g := range []*model.Dag{uitest.Sample(t, "bat"), uitest.Sample(t, "bat").Classic()} {
				d := newcomer(t, g, ascii, size[0], size[1])
				d.Wants("an example: its dag", "its line dag", "face: the", "The order decides", "your own dag")
				if strings.Contains(d.Screen(), style.Make(style.Mono, ascii, termenv.Ascii).Signs.Cut) {
					t.Errorf("the page is cut:\n%s", d.Screen())
				}
				d.Press("enter").Wants("1/5 Select.", "Esc ends the tour.")
				if d.Sees("tour 1/5") {
					t.Errorf("two numbers:\n%s", d.Screen())
				}
				height := d.Model.(*app.Model).Pictures()[0].Shown().Height
				d.Press("down").Wants("2/5 Foresee.", "Press 2")
				d.Press("2").Wants("3/5 Carry out.", "Press Enter")
				d.Press("enter").Wants("4/5 Take back.", "Press u")
				d.Press("u").Wants("5/5 Hand over.", "A applies it")
				if now := d.Model.(*app.Model).Pictures()[0].Shown().Height; now != height && size[1] < 30 {
					t.Errorf("%v: the picture had %d rows and has %d", size, height, now)
				}
				d.Press("enter").Wants("That was the tour.")
				if d.Sees("5/5") {
					t.Errorf("the tour goes on:\n%s", d.Screen())
				}
				d.Command("tour").Wants("The order decides")
				d.Press("esc").Wants("The tour is over.")
			}
		}
	}
}

// Nobody is held, and nothing is skipped unread: whoever carries out steps before that is
// asked for goes from prompt to prompt, and other keys mean what they mean.
func TestTheTourHoldsNobody(t *testing.T) {
	d := newcomer(t, uitest.Sample(t, "bat"), false, 80, 24)
	for _, want := range []string{"1/5 Select.", "2/5 Foresee.", "3/5 Carry out.", "4/5 Take back.", "4/5 Take back."} {
		d.Press("enter").Wants(want)
	}
	d.Press("u").Wants("5/5 Hand over.")
	d.Press("?").Wants("Eliminate")
	d.Press("esc", "t").Wants("totals so far")
	d.Press("esc", "esc").Wants("The tour is over.")
}
