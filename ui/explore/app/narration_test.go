package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// told gives the lines "done" and "next" of the screen.
func told(t *testing.T, d *driver) (done, next string) {
	t.Helper()
	for _, row := range strings.Split(d.screen(), "\n") {
		row = strings.TrimSpace(row)
		for _, sign := range []string{"✶ ", "▸ ", "! ", "> "} {
			if text, ok := strings.CutPrefix(row, sign+"done  "); ok {
				done = text
			}
			if text, ok := strings.CutPrefix(row, sign+"next  "); ok {
				next = text
			}
		}
	}
	if done == "" {
		done, next = toldBeside(d.screen())
	}
	if done == "" || next == "" {
		t.Fatalf("the screen does not say what was done and what comes next:\n%s", d.screen())
	}
	return done, next
}

// toldBeside reads the sentences in the column beside the pictures: what was done, and what
// comes next up to its formula, which is indented.
func toldBeside(screen string) (done, next string) {
	at, what := -1, &done
	for _, row := range strings.Split(screen, "\n") {
		if _, after, found := strings.Cut(row, "╭ ✶ done "); found && at < 0 {
			at = len([]rune(row)) - len([]rune(after)) - len(" x done ")
			continue
		}
		cells := []rune(row)
		if at < 0 || len(cells) <= at || strings.HasPrefix(string(cells[at-1:]), "╰") {
			continue
		}
		switch text := strings.TrimRight(string(cells[at:len(cells)-1]), " │"); {
		case strings.HasPrefix(text, "─ ▸ "):
			what = &next
		case strings.HasPrefix(text, "  "), strings.HasPrefix(text, " ✎"):
			return done, next
		default:
			*what = strings.TrimSpace(*what + " " + strings.TrimSpace(text))
		}
	}
	return done, next
}

// Two lines say what the last step did and what the next one will do, whatever way
// led there.
func TestNarrationAfterAnyWay(t *testing.T) {
	compares(t)
	sentences := []string{
		"nothing yet: this is the start",
		"TAN F'(-1,1) for 4: preaccumulate",
		"TAN (-1,1)→(1,3) for 2: fill (-1,1,3), remove (1,3)",
		"TAN (-1,1)→(1,4) for 2: fill (-1,1,4), remove (-1,1) (1,4)",
		"TAN (-1,1,3)→(3,4) for 2: absorb into (-1,1,4)",
	}
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}}[:extent.Of(1, 3)] {
		d := start(t, testOptions(sample(t, "bat"), style.Mono, false), size[0], size[1])
		file := filepath.Join(t.TempDir(), "bat.seq")
		text := "ACC TAN (-1 1)\nELI TAN (-1 1)(1 3)\nELI TAN (-1 1)(1 4)\nELI TAN (-1 1 3)(3 4)\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := func(way string, depth int) {
			t.Helper()
			if got := d.m.screen.shown.session.Depth(); got != depth {
				t.Fatalf("%s: step %d, want %d", way, got, depth)
			}
			done, next := told(t, d)
			if done != sentences[depth] {
				t.Errorf("%v, %s, step %d: done %q, want %q", size, way, depth, done, sentences[depth])
			}
			if depth < len(d.m.screen.shown.session.Line()) && next != sentences[depth+1] {
				t.Errorf("%v, %s, step %d: next %q, want %q", size, way, depth, next, sentences[depth+1])
			}
		}
		at("start", 0)
		d.command("replay " + file)
		at("replay", 4)
		for k := 3; k >= 0; k-- {
			d.press([]string{"u", "pgup", "z", "left"}[k])
			at("back", k)
		}
		for k := 1; k <= 4; k++ {
			d.press([]string{"ctrl+r", "pgdown", "Z", "right"}[k-1])
			at("forward", k)
		}
		d.command("jump 2")
		at("jump", 2)
		d.press("3", "up", "enter", "esc")
		at("history", 1)
		d.press(" ")
		for k := 2; k <= 4; k++ {
			d.send(tick{d.m.screen.playback.run})
			at("player", k)
		}
		d.command("jump 1")
		ops := d.m.screen.shown.session.Ops()
		st := d.m.screen.shown.state()
		for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
			op, _, err := model.ParseOp(st, line)
			if err != nil {
				t.Fatal(err)
			}
			ops = append(ops, op)
			st, _, _ = st.Apply(op)
		}
		d.send(Intents{intent.Preview{From: 0, Ops: ops, Title: "a proposal"}})
		at("preview", 0)
		for k := 1; k <= 4; k++ {
			d.press("pgdown")
			at("preview", k)
		}
		d.press("esc")
		at("back from the preview", 1)
	}
}

// noteBeside is the screen, and what of it stands in the column beside the pictures.
func noteBeside(screen string) string {
	out := screen
	for _, row := range strings.Split(screen, "\n") {
		parts := strings.Split(strings.TrimRight(strings.TrimSpace(row), " │"), "│")
		out += " " + parts[len(parts)-1]
	}
	return out
}

// The note of the step stands large beneath, without anything being opened, and the
// pictures stay where they are.
func TestNotesAreShownWhileStepping(t *testing.T) {
	const note = "Here the product absorbs: the vertex (-1,1,4) was born two steps ago, with the same neighbours, and from now on it stands for a sum of two paths"
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}}[:extent.Of(1, 4)] {
		d := start(t, testOptions(sample(t, "bat"), style.Mono, false), size[0], size[1])
		d.press("enter", "enter")
		d.command("note " + note)
		d.press("enter")
		before := d.m.screen.where.division.Areas[0]
		d.press("pgup")
		words := strings.Join(strings.Fields(noteBeside(d.screen())), " ")
		if !strings.Contains(words, note) {
			t.Errorf("%v: the note is not on the screen:\n%s", size, d.screen())
		}
		if d.m.screen.where.division.Areas[0] != before {
			t.Errorf("%v: the picture moved from %+v to %+v", size, before,
				d.m.screen.where.division.Areas[0])
		}
		d.press("pgdown")
		if _, told, _ := strings.Cut(d.screen(), " ✶ done "); strings.Contains(told, "two steps ago") {
			// the history has all notes
			t.Errorf("%v: the note of another step:\n%s", size, d.screen())
		}
	}
}

// Where the counts of the elimination of a vertex or an edge do not fit, what it is and costs stays.
func TestNarrationNamesWholeEliminations(t *testing.T) {
	d := start(t, testOptions(sample(t, "openfoam"), style.Mono, false), 80, 24)
	d.press("/").typing("UEqn_A").press("enter", "V", "enter")
	if done, _ := told(t, d); !strings.HasPrefix(done,
		"vertex UEqn_A, 6 operations for 291 690 930: preaccumulate 3") {
		t.Errorf("done %q\n%s", done, d.screen())
	}
}

// "next" is what Enter does with the selection. A step that only redo would take is called
// so.
func TestNextIsWhatEnterDoes(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("/").typing("1").press("enter", "V", "enter", "u")
	d.send(Intents{intent.Select{Target: intent.AtVertex(2)}})
	if said := strings.Join(strings.Fields(noteBeside(d.screen())), " "); !strings.Contains(said,
		"─ ▸ redo") || !strings.Contains(said, "vertex 1, 3 operations for 8") {
		t.Errorf("Enter does nothing with a vertex of the dag:\n%s", d.screen())
	}
	d.send(Intents{intent.Select{Target: intent.AtOp(d.m.screen.shown.session.Line()[0].Ops[0])}}) // alone
	_, next := told(t, d)
	d.press("enter")
	if done, _ := told(t, d); done != next || !strings.HasPrefix(done, "TAN F'(-1,1) for 4") {
		t.Errorf("next was %q, and Enter did %q", next, done)
	}
	d.press("enter", "u")
	d.send(Intents{intent.Select{Target: intent.AtElement(d.m.screen.shown.state(),
		d.m.screen.shown.session.Line()[0].Ops[0].U)}})
	if said := strings.Join(strings.Fields(noteBeside(d.screen())), " "); !strings.Contains(said,
		"─ ▸ redo") || !strings.Contains(said, "TAN (-1,1)→(1,3)") {
		t.Errorf("a Jacobian that is there is selected:\n%s", d.screen())
	}
}
