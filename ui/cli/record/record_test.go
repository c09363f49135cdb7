package record

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/session"
	"facet/samples/lessons"
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/teach/presenter"
	"facet/ui/uitest"
)

// steps makes a session on a sample, with these operations applied.
func steps(t *testing.T, name string, ops ...string) *session.Session {
	t.Helper()
	s := session.New(uitest.Sample(t, name))
	for _, line := range ops {
		o, _, err := model.ParseOp(s.State(), line)
		if err == nil {
			_, err = s.Do("", o)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

var lion = []string{"ACC TAN (0 1)", "ELI TAN (0 1)(1 2)", "ELI TAN (0 1)(1 4)", "ELI TAN (0 1 2)(2 3)",
	"ELI TAN (0 1 2)(2 4)"}

// recording is the output as a player reads it.
type recording struct {
	Version, Width, Height int
	Title                  string
	events                 []event
}

type event struct {
	at   float64
	kind string
	text string
}

func read(t *testing.T, content []byte) recording {
	t.Helper()
	lines := bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n"))
	var r recording
	if err := json.Unmarshal(lines[0], &r); err != nil {
		t.Fatal(err)
	}
	last := 0.0
	for _, line := range lines[1:] {
		var parts []any
		if err := json.Unmarshal(line, &parts); err != nil || len(parts) != 3 {
			t.Fatalf("%v: %s", err, line)
		}
		e := event{parts[0].(float64), parts[1].(string), parts[2].(string)}
		if e.at < last || e.kind != "o" && e.kind != "m" {
			t.Fatalf("an event that no player takes: %s", line)
		}
		last = e.at
		r.events = append(r.events, e)
	}
	return r
}

var move = regexp.MustCompile("^\x1b\\[([0-9]+);1H")

// player interprets the few escape codes that recordings use: where a row begins, and its
// text.
type player struct {
	t    *testing.T
	rows []string
}

func (p *player) write(text string, width int) {
	for _, part := range regexp.MustCompile("(?s)\x1b\\[[0-9]+;1H.*?\x1b\\[K").FindAllString(text, -1) {
		at := move.FindStringSubmatch(part)
		y, _ := strconv.Atoi(at[1])
		row := ansi.Strip(strings.TrimPrefix(part, at[0]))
		if y < 1 || y > len(p.rows) || style.Width(row) > width {
			p.t.Fatalf("row %d of %d is %d wide: %q", y, len(p.rows), style.Width(row), row)
		}
		p.rows[y-1] = row
	}
}

func record(t *testing.T, s *session.Session, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Session(context.Background(), &out, s, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A recording shows the explorer at each step, with a marker where the step begins.
func TestARecordingShowsEveryStep(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {72, 20}} {
		o := Options{Width: size[0], Height: size[1], Pace: 2 * time.Second, Title: "lion\x1b",
			Theme: style.Make(style.Dark, false, termenv.TrueColor)}
		r := read(t, record(t, steps(t, "lion", lion...), o))
		if r.Version != 2 || r.Width != size[0] || r.Height != size[1] || r.Title != "lion?" {
			t.Errorf("header: %+v", r)
		}
		x := player{t, make([]string, size[1])}
		shown := 0
		var markers []string
		for k, e := range r.events {
			if e.kind == "m" {
				markers = append(markers, fmt.Sprintf("%g %s", e.at, e.text))
				if shown = len(markers) - 1; r.events[k+1].kind != "o" || r.events[k+1].at != e.at {
					t.Errorf("nothing happens at %s", e.text)
				}
				continue
			}
			x.write(e.text, size[0])
			screen := strings.Join(x.rows, "\n")
			if want := fmt.Sprintf("%d/5", min(shown, 5)); !strings.Contains(screen, want) {
				t.Errorf("%v: no step %s on\n%s", size, want, screen)
			}
		}
		want := []string{"0 start", "2 step 1: ACC TAN (0 1) 4", "4 step 2: ELI TAN (0 1)(1 2) 2",
			"6 step 3: ELI TAN (0 1)(1 4) 2",
			"8 step 4: ELI TAN (0 1 2)(2 3) 6", "10 step 5: ELI TAN (0 1 2)(2 4) 2", "12 end"}
		if got := strings.Join(markers, "\n"); got != strings.Join(want, "\n") {
			t.Errorf("markers:\n%s", got)
		}
		if last := r.events[len(r.events)-1]; last.at != 14 {
			t.Errorf("it ends at %g", last.at)
		}
	}
}

// Recordings of the same session are equal byte for byte.
func TestRecordingsAreTheSame(t *testing.T) {
	o := Options{Theme: style.Make(style.Mono, true, termenv.Ascii)}
	a, b := record(t, steps(t, "lion", lion[:3]...), o), record(t, steps(t, "lion", lion[:3]...), o)
	if !bytes.Equal(a, b) {
		t.Errorf("%s\n\n%s", a, b)
	}
}

// A recording can be cancelled, and returns the context's error.
func TestARecordingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Session(ctx, new(bytes.Buffer), steps(t, "lion", lion...),
		Options{Theme: style.Make(style.Mono, true, termenv.Ascii)}); err == nil {
		t.Error("no word of it")
	}
}

// Lessons are recorded from their first page to their last, each chapter with a marker.
func TestLessonsAreRecorded(t *testing.T) {
	names := []string{"rules"}
	if extent.Full {
		names = lessons.Names()
	}
	for _, name := range names {
		library := presenter.Library{Files: &files.Disk{}}
		found, err := library.Find(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		course, _ := found.Read(t.Context())
		g, err := library.Open(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		o := Options{Theme: style.Make(style.Mono, false, termenv.Ascii), Pace: time.Second, Title: name}
		if err := Lesson(context.Background(), &out, uitest.Sample(t, "face"), g, o); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := read(t, out.Bytes())
		markers := make(map[string]bool)
		for _, e := range r.events {
			if e.kind == "m" {
				markers[e.text] = true
			}
		}
		for _, c := range course.Chapters {
			if !markers[style.Printable(c.Title)] {
				t.Errorf("%s: no marker at %s", name, c.Title)
			}
		}
		if last := r.events[len(r.events)-1]; !markers["end"] || last.at < float64(len(course.Pages)) {
			t.Errorf("%s: it ends after %g s, of %d pages", name, last.at, len(course.Pages))
		}
	}
}
