package sshd

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"facet/model/modeltest/extent"
	"facet/ui/teach/class"
	"facet/ui/teach/puzzle"

	gossh "golang.org/x/crypto/ssh"
)

// student is one in the scripted class, who always comes with the same key.
type student struct {
	name  string
	key   gossh.Signer
	dice  *rand.Rand
	at    device
	steps int  // of the session of their own, as the screen has shown it
	won   bool // the puzzle
}

// A class of an hour, faster than real: the lecturer leads and opens lessons and puzzles;
// students follow, try, solve, come and go; strangers come without a key; half-way the
// server is killed. At the end the server has as much memory as after five minutes, each
// kept session is there, and the results are complete. It has sixty students and twelve rounds
// of five minutes each, in two of which all do the same:
//
//	go test -tags long -race -run TestClassOfAnHour -v -timeout 1h ./ui/teach/sshd
func TestClassOfAnHour(t *testing.T) {
	extent.FullOnly(t)
	people, rounds := 60, 12
	dir := t.TempDir()
	lecturer := hall(t, dir)
	server := start(t, dir)
	r := &classroom{TB: t, address: server.address}
	library, err := newLibrary(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := puzzle.NewLibrary(library, nil).Find(t.Context(), "lion-11")
	if err != nil {
		t.Fatal(err)
	}
	optimum := optimal(t, asked.Dag)
	var all []*student
	for k := range people {
		dice := rand.New(rand.NewPCG(7, uint64(k)))
		at := device{"xterm-256color", 80 + dice.IntN(60), 24 + dice.IntN(20), nil, ""}
		all = append(all, &student{name: fmt.Sprintf("student%d", k), key: key(t), dice: dice, at: at})
	}
	var first, last held // of this server, after rounds 0 and 1, in which all do the same
	for round := range rounds {
		line := r.dial("ada", lecturer)
		ada := r.sit(line, device{"xterm-256color", 120, 40, nil, "lead bat"})
		ada.sees("step ")
		ada.press(":restart\r") // from the start, as in each round
		ada.sees("step 0/0")
		leave := make([]func(), people)
		var class sync.WaitGroup
		for k, s := range all {
			word := []string{"follow", "explore", "watch", "puzzle lion-11"}[(k+round)%4]
			switch round {
			case 0:
				word = "explore"
			case 1:
				word = "puzzle lion-11"
			}
			class.Go(func() { leave[k] = r.attend(s, word, optimum) })
		}
		class.Go(func() { r.strangers(round) })
		r.lecture(ada, round)
		class.Wait()
		last.here = server.full(t, first.here)
		if round == rounds/2 { // all are there
			compare(t, first, last)
			if err := server.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = server.Wait()
			server = start(t, dir)
			r.address, first = server.address, held{}
			continue
		}
		for _, leave := range leave {
			class.Go(leave)
		}
		class.Wait()
		ada.press("\x03\x03")
		ada.ends()
		line.Close()
		last.gone = server.rests(t)
		if first == (held{}) && round > 1 {
			first = last
		}
		t.Logf("round %2d: %s, %d MB resident", round, last, resident(server.Process.Pid)>>20)
	}
	compare(t, first, last)
	for _, s := range all {
		out, told, code := said(t, r.dial(s.name, s.key), "sequence")
		if lines := strings.Count(out, "\n") - 1; code != 0 || lines < s.steps-1 || lines > s.steps {
			t.Errorf("%s has %d steps and made %d: %q, %d", s.name, lines, s.steps, told, code)
		}
	}
	text, told, code := said(t, r.dial("ada", lecturer), "results")
	if code != 0 {
		t.Fatalf("%q", told)
	}
	kept, _ := filepath.Glob(filepath.Join(dir, "state", "results", "*.csv"))
	if len(kept) != 1 {
		t.Fatalf("results: %v", kept)
	}
	reached, _ := readResults(kept[0])
	for _, s := range all {
		if row := rowOf(reached, fingerprint(s.key.PublicKey())); !s.won || !row.Solved ||
			!strings.Contains(text, row.Who) {
			t.Errorf("%s has won: %v; the results have %+v", s.name, s.won, row)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "log")); err != nil || info.Size() > 2*mostLog {
		t.Errorf("the log: %v, %v", info, err)
	}
}

// held is how many bytes of a server's heap are in use when all garbage is collected,
// while the class is there and when it has gone.
type held struct{ here, gone int64 }

func (h held) String() string {
	return fmt.Sprintf("%.1f MB with all here, %.1f MB when they have gone", float64(h.here)/1e6,
		float64(h.gone)/1e6)
}

// most is what a server may hold that has held so much before.
func most(was int64) int64 { return was + was/10 + 1e6 }

// mostHere is that while the class is there: who comes first decides which pictures are kept for
// the others, and so how much of their limit is taken.
func mostHere(was int64) int64 { return most(was) + layoutBytes/4 }

// compare tells where a server holds more than it did after five minutes of the same. What
// people do differs a little.
func compare(t *testing.T, first, last held) {
	t.Helper()
	if last.here > mostHere(first.here) || last.gone > most(first.gone) {
		t.Errorf("the server has %s, and had %s", last, first)
	}
}

// full gives what is held while the class is there, when what was being drawn and sent has
// come to rest: no more than most of what was held before, or the last that was measured.
func (s *started) full(t *testing.T, before int64) int64 {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		heap, _ := s.measured(t, "")
		if before == 0 || heap <= mostHere(before) || time.Now().After(deadline) {
			return heap
		}
	}
}

// rests waits until what all have left behind has ended, and gives what is held then.
func (s *started) rests(t *testing.T) int64 {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		heap, goroutines := s.measured(t, "")
		if goroutines <= atRest {
			return heap
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left of a class that has gone", goroutines)
		}
	}
}

// atRest is how many goroutines a server has at most where no student is.
const atRest = 8

// hall prepares a folder in which a server begins, with a lecturer. It is patient: sixty key
// exchanges at once take longer under the race detector than a client may take.
func hall(t *testing.T, dir string) gossh.Signer {
	t.Helper()
	o, lecturer := withLecturer(t)
	listed, err := os.ReadFile(o.Lecturers)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"dag": "bat", "lecturers": string(listed), "patient": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "work"), 0o700); err != nil {
		t.Fatal(err)
	}
	return lecturer
}

// rowOf is what a student has reached of the puzzle.
func rowOf(all []class.Result, who string) class.Result {
	for _, one := range all {
		if one.Who == who && one.Puzzle == "lion-11" {
			return one
		}
	}
	return class.Result{}
}

// lecture leads for five minutes, in seconds.
func (r *classroom) lecture(ada *screen, round int) {
	for k := 1; k <= 4; k++ {
		ada.press("\r")
		ada.sees(fmt.Sprintf("step %d/", k))
	}
	ada.press(":class say round " + fmt.Sprint(round) + "\r")
	ada.sees("Everybody reads")
	ada.press(":class lesson lion\r")
	ada.sees("Open for everybody: the lesson")
	ada.press(":class puzzle lion-11\r")
	ada.sees("Open for everybody: the puzzle lion-11")
	ada.press(":class follow\r")
	ada.sees("Open for everybody: the lecturer's own steps")
	ada.forget()
	ada.press("\x1b")
	ada.sees("comes back to the board")
}

// attend is one round of a student: some follow and try, some work alone, all work alone and
// solve the puzzle once. What it gives lets them go.
func (r *classroom) attend(s *student, word string, optimum []string) (leave func()) {
	c := r.dial(s.name, s.key)
	at := s.at
	at.command = word
	x := r.sit(c, at)
	switch word {
	case "explore":
		x.sees("step ")
		if s.steps == 0 {
			x.press("\r\r\r")
			x.sees("step 3/3")
			s.steps = 3
		}
	case "follow":
		x.sees("with Ada")
		time.Sleep(time.Duration(s.dice.IntN(500)) * time.Millisecond)
	case "watch":
		x.sees("No search is running")
	default:
		x.sees("Find")
		if !s.won {
			x.solve(optimum)
			s.won = true
		}
	}
	breaks := s.dice.IntN(4) == 0 // the line
	return func() {
		defer c.Close()
		if !breaks {
			x.press("\x03\x03\x03\x03")
			x.ends()
		}
	}
}

// strangers come without a key, press whatever there is, and go.
func (r *classroom) strangers(round int) {
	dice := rand.New(rand.NewPCG(11, uint64(round)))
	for range 10 {
		c := r.dial("stranger", nil)
		x := r.sit(c, device{"xterm", 80, 24, nil, "explore"})
		x.sees("step 0/0")
		for range 20 {
			if _, err := x.keys.Write([]byte{byte(32 + dice.IntN(90))}); err != nil {
				break
			}
		}
		c.Close()
	}
}
