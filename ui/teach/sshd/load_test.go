package sshd

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"facet/model/modeltest/extent"
)

// ear is a follower that waits only for the step that is on the screen.
type ear struct {
	mutex sync.Mutex
	rest  []byte
	seen  []time.Time // when step k, or a later one, was first there
	text  []byte      // that is waited for
	came  time.Time   // when it was there
	bytes atomic.Int64
}

func (e *ear) Write(p []byte) (int, error) {
	now := time.Now()
	e.bytes.Add(int64(len(p)))
	e.mutex.Lock()
	defer e.mutex.Unlock()
	text := append(e.rest, p...)
	if e.came.IsZero() && len(e.text) > 0 && bytes.Contains(text, e.text) {
		e.came = now
	}
	for {
		at := bytes.Index(text, []byte("step "))
		if at < 0 {
			break
		}
		text = text[at+len("step "):]
		number, _, ok := bytes.Cut(text[:min(len(text), 8)], []byte("/"))
		if !ok && len(text) < 8 {
			text = slices.Concat([]byte("step "), text)
			break
		}
		if k, err := strconv.Atoi(strings.TrimSpace(string(number))); ok && err == nil {
			for len(e.seen) <= k {
				e.seen = append(e.seen, now)
			}
		}
	}
	e.rest = bytes.Clone(text[max(0, len(text)-16):])
	return len(p), nil
}

// when tells when a step was there.
func (e *ear) when(k int) (time.Time, bool) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if k < len(e.seen) {
		return e.seen[k], true
	}
	return time.Time{}, false
}

// load is a class as large as a lecture.
type load struct {
	*classroom
	pid       int    // of a server of its own
	web       string // where that serves browsers; empty for nowhere
	listeners []*ear
}

// follow has one more follower.
func (l *load) follow(width, height int) (*gossh.Session, *ear) {
	l.Helper()
	s, err := l.dial("student", nil).NewSession()
	if err != nil {
		l.Fatal(err)
	}
	e := &ear{}
	s.Stdout = e
	if err := s.RequestPty("xterm-256color", height, width, nil); err != nil {
		l.Fatal(err)
	}
	if _, err := s.StdinPipe(); err != nil {
		l.Fatal(err)
	}
	if err := s.Start("follow"); err != nil {
		l.Fatal(err)
	}
	l.listeners = append(l.listeners, e)
	return s, e
}

// lecture is one row of the table.
type lecture struct {
	dag               string
	followers         int
	stalls, resizing  int
	flood, steps      int
	pause             time.Duration
	late              []time.Duration // sorted
	bytesASecond      float64
	perSession, after int64         // bytes
	cpu               time.Duration // of the server's, for a follower and a step
}

// A class follows while others stall, resize without end, knock in floods and send
// garbage: every follower has every step, or a later one. With -tags long it is as
// large as a class may become, in a server of its own, and its figures are printed:
//
//	go test -tags long -run TestLecture -v -timeout 1h ./ui/teach/sshd
func TestLecture(t *testing.T) {
	if !extent.Full {
		(&lecture{dag: "bat", followers: 4, stalls: 1, resizing: 1, flood: 20, steps: 3}).hold(t)
		return
	}
	w := tabwriter.NewWriter(os.Stderr, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w,
		"dag\tfollowers\tstalled\tresizing\tflood\tmedian ms\t99 %% ms\tworst ms\tbytes/s a session\tMB a session\tMB after\tprocessor ms a step\t\n")
	defer w.Flush()
	for _, dag := range []string{"bat", "newton10"} {
		for _, followers := range []int{50, 100, 200, 400} {
			for _, others := range []int{0, 20} {
				l := lecture{dag: dag, followers: followers, stalls: others, resizing: others,
					flood: 50 * others, steps: map[string]int{"bat": 12, "newton10": 30}[dag],
					pause: 500 * time.Millisecond}
				if !t.Run(fmt.Sprintf("%s/%d+%d", dag, followers, others), l.hold) || len(l.late) == 0 {
					continue
				}
				n := len(l.late)
				fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f\t%.1f\t%d\t%.1f\t\n", l.dag, l.followers,
					l.stalls, l.resizing, l.flood,
					l.late[n/2].Milliseconds(), l.late[n*99/100].Milliseconds(), l.late[n-1].Milliseconds(),
					l.bytesASecond, float64(l.perSession)/1e6, l.after/1e6,
					float64(l.cpu.Microseconds())/1000)
			}
		}
	}
}

// hold holds the lecture and measures it.
func (x *lecture) hold(t *testing.T) {
	l := &load{}
	lecturer, resident := l.open(t, x.dag)
	ada := l.sit(l.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	one := resident()
	for k := range x.followers {
		l.follow(80+k%80, 24+k%30)
	}
	live := l.listeners
	var over atomic.Bool
	var others sync.WaitGroup
	for range x.resizing {
		s, _ := l.follow(100, 30)
		others.Go(func() {
			for !over.Load() {
				_ = s.WindowChange(24+rand.IntN(30), 80+rand.IntN(80))
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	for _, e := range live {
		l.awaitStep(e, 0)
	}
	full := resident()
	for range x.stalls {
		l.stalled()
	}
	var knocks []net.Conn
	for k := range x.flood {
		c, err := net.Dial("tcp", l.address)
		if err != nil {
			t.Fatal(err)
		}
		if knocks = append(knocks, c); k%2 == 1 {
			_, _ = io.WriteString(c, strings.Repeat("garbage\xff\x00", 500))
		}
	}
	sent, began, used := int64(0), time.Now(), l.used()
	for _, e := range live {
		sent -= e.bytes.Load()
	}
	for k := 1; k <= x.steps; k++ {
		pressed := time.Now()
		ada.press("\r")
		time.Sleep(x.pause)
		ada.sees(fmt.Sprintf("step %d/", k))
		for _, e := range live {
			l.awaitStep(e, k)
			at, _ := e.when(k)
			x.late = append(x.late, at.Sub(pressed))
		}
		own := slices.Sorted(slices.Values(x.late[len(x.late)-len(live):]))
		t.Logf("step %d: median %v, worst %v", k, own[len(own)/2].Round(time.Millisecond),
			own[len(own)-1].Round(time.Millisecond))
		ada.forget()
	}
	took := time.Since(began)
	x.cpu = (l.used() - used) / time.Duration(x.steps*x.followers)
	for _, e := range live {
		sent += e.bytes.Load()
	}
	over.Store(true)
	others.Wait()
	for _, c := range knocks {
		c.Close()
	}
	slices.Sort(x.late)
	x.bytesASecond = float64(sent) / took.Seconds() / float64(x.followers)
	x.perSession, x.after = (full-one)/int64(x.followers+x.resizing), resident()
}

// A puzzle for everybody opens at once, one whose par is known and one whose par is not
// known, and the lecture goes on meanwhile. With -tags long a table is printed:
//
//	go test -tags long -run TestPuzzlesForEverybody -v -timeout 1h ./ui/teach/sshd
func TestPuzzlesForEverybody(t *testing.T) {
	numbers := []int{3}
	if extent.Full {
		numbers = []int{60, 200}
	}
	w := tabwriter.NewWriter(os.Stderr, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w,
		"puzzle\tstudents\topen median ms\t99 %% ms\tworst ms\tstep meanwhile: median ms\t99 %% ms\tMB before\tMB after\t\n")
	for _, about := range []string{"bat-22", "newton10"} {
		for _, students := range numbers {
			t.Run(fmt.Sprintf("%s/%d", about, students), func(t *testing.T) {
				l := &load{}
				lecturer, resident := l.open(t, "newton10")
				ada := l.sit(l.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
				ada.sees("step 0/0")
				for k := range students {
					l.follow(80+k%80, 24+k%30)
				}
				for _, e := range l.listeners {
					l.awaitStep(e, 0)
					e.listen("Find a")
				}
				before, pressed := resident(), time.Now()
				ada.press(":class puzzle " + about + "\r")
				var open []time.Duration
				for _, e := range l.listeners {
					open = append(open, e.heard(l).Sub(pressed))
				}
				ada.sees("Open for everybody")
				ada.forget()
				// Others stay with the puzzle: a search for par is at work where it is not known.
				late := l.listeners
				for range size(2, 40) {
					l.sit(l.dial("student", nil), device{"xterm", 80, 24, nil, "puzzle " + about}).
						sees("Find a")
				}
				for _, e := range late {
					e.forget()
				}
				ada.press("f")
				ada.sees("the lecturer's own steps")
				ada.forget()
				ada.press("\x1b")
				ada.sees("comes back to the board")
				var steps []time.Duration
				for k := 1; k <= size(2, 10); k++ {
					pressed := time.Now()
					ada.press("\r")
					time.Sleep(size(0, 500*time.Millisecond))
					for _, e := range late {
						l.awaitStep(e, k)
						at, _ := e.when(k)
						steps = append(steps, at.Sub(pressed))
					}
				}
				slices.Sort(open)
				slices.Sort(steps)
				fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", about, students,
					open[len(open)/2].Milliseconds(), open[len(open)*99/100].Milliseconds(),
					open[len(open)-1].Milliseconds(), steps[len(steps)/2].Milliseconds(),
					steps[len(steps)*99/100].Milliseconds(), before>>20, resident()>>20)
			})
		}
	}
	if extent.Full {
		_ = w.Flush()
	}
}

// listen waits for a text from now on.
func (e *ear) listen(text string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.text, e.came = []byte(text), time.Time{}
}

// heard is when the text came.
func (e *ear) heard(l *load) time.Time {
	l.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		e.mutex.Lock()
		came := e.came
		e.mutex.Unlock()
		if !came.IsZero() {
			return came
		}
		if time.Now().After(deadline) {
			l.Fatal("it never came")
		}
	}
}

// forget begins anew with the steps.
func (e *ear) forget() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.seen = nil
}

// open opens a class with a lecturer: within this program, or in one of its own,
// where there is a way to tell what that holds.
func (l *load) open(t *testing.T, dag string) (gossh.Signer, func() int64) {
	t.Helper()
	if !extent.Full {
		o, lecturer := withLecturer(t)
		o.Dags = []Served{{Name: dag, Dag: sample(t, dag)}}
		o.Limits.Sessions, o.Limits.PerAddress, o.Limits.Arrivals = 1000, 1000, 1_000_000
		o.Limits.Rate, o.Limits.Waiting = 100_000, 20
		l.classroom = open(t, o)
		return lecturer, func() int64 { return 0 }
	}
	dir := t.TempDir()
	o, lecturer := withLecturer(t)
	listed, err := os.ReadFile(o.Lecturers)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"dag": []byte(dag), "lecturers": listed}
	if l.web != "" {
		files["web"] = []byte(l.web)
	}
	for name, content := range files {
		if err := os.WriteFile(dir+"/"+name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(dir+"/work", 0o700); err != nil {
		t.Fatal(err)
	}
	s := start(t, dir)
	l.classroom = &classroom{TB: t, address: s.address}
	l.pid = s.Process.Pid
	return lecturer, func() int64 { return resident(s.Process.Pid) }
}

// used is how much processor time the server has had, where that can be told.
func (l *load) used() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", l.pid))
	_, rest, ok := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if err != nil || !ok || len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * (time.Second / 100)
}

// resident is how much memory a process has, where that can be told.
func resident(pid int) int64 {
	runtime.GC()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

func (l *load) awaitStep(e *ear, k int) {
	l.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		if _, ok := e.when(k); ok {
			return
		}
		if time.Now().After(deadline) {
			l.Fatalf("step %d never came", k)
		}
	}
}
