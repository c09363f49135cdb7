//go:build unix

package launch_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/model/generate"
	"facet/model/modeltest/extent"
	"facet/planner/certificate"
	"facet/ui/files/archive"
	"facet/ui/files/store"
)

// kills is how many programs of a kind are killed.
func kills() int { return extent.Of(2, 200) }

// said finds the steps in what was drawn.
var (
	said   = regexp.MustCompile(`step +(\d+)/ *\d+ `)
	placed = regexp.MustCompile("\x1b\\[[0-9;]*H")
	colour = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")
)

// safe is the last step that was on the screen while the header did not say unsaved. The
// header is the row with what is spent; it is drawn before what stands below it.
func safe(drawn string) (step int) {
	shown, unsaved := 0, false
	for row := range strings.SplitSeq(colour.ReplaceAllString(placed.ReplaceAllString(drawn, "\n"), ""),
		"\n") {
		if strings.Contains(row, "spent ") {
			unsaved = strings.Contains(row, "unsaved")
		}
		if m := said.FindStringSubmatch(row); m != nil {
			shown, _ = strconv.Atoi(m[1])
		}
		if !unsaved {
			step = shown
		}
	}
	return step
}

// What the header shows without the word unsaved is on the disk, at whatever moment the
// program is killed.
func TestKilledExplorers(t *testing.T) {
	extent.NoRace(t)
	killed(t, func() *console {
		c := onConsole(t, self, "bat")
		c.await("step 0/0")
		return c
	})
}

// The steps of a lecturer, too, where the program that serves a class is killed.
func TestKilledServers(t *testing.T) {
	extent.FullOnly(t)
	killed(t, func() *console {
		c := onConsole(t, self, "serve", "--address", "127.0.0.1:0", "bat")
		c.await("step 0/0")
		c.press("\x1b")
		c.await("comes back to the board")
		return c
	})
}

// drawn is what the program has written so far.
func (c *console) drawn() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.seen.String()
}

func killed(t *testing.T, begin func() *console) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	shown := 0
	for n := range kills() {
		c := begin()
		for k := range 1 + rng.IntN(10) {
			if k > 0 {
				time.Sleep(time.Duration(rng.IntN(30)) * time.Millisecond)
			}
			c.press("\r")
		}
		time.Sleep(time.Duration(rng.IntN(1+500*rng.IntN(2))) * time.Millisecond)
		for late := time.Now().Add(patience); n == 0 && safe(c.drawn()) == 0 && time.Now().Before(late); {
			// one of them is killed when a step is shown, however busy the machine is
			time.Sleep(10 * time.Millisecond)
		}
		if err := c.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-c.done
		<-c.closed
		safe := safe(c.seen.String())
		saved := 0
		for _, s := range store.At(filepath.Join(c.dir, ".local/state/facet")).List() {
			saved = max(saved, s.Steps)
		}
		if shown = max(shown, safe); saved < safe {
			t.Errorf("step %d was shown as saved, and %d are", safe, saved)
		}
	}
	if shown == 0 {
		t.Error("no step was ever shown as saved")
	}
}

// hardFile is a dag on which a search takes long.
func hardFile(t *testing.T, dir string) string {
	t.Helper()
	g, err := generate.Random(120, 480, generate.Elementals{MaxSize: 20, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "hard.xml")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := format.WriteGraphML(file, g); err != nil {
		t.Fatal(err)
	}
	return path
}

var goingOn = regexp.MustCompile(`going on from a total of (\d+)(?:; at least (\d+) is proved)?`)

// solving starts facet solve --resume with the state of a folder.
func solving(t *testing.T, dir, file string, shell string, flags ...string) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	words := append([]string{executable(t), "solve", "--resume", "--workers", "1", file}, flags...)
	if shell != "" {
		words = append([]string{"sh", "-c", shell + ` && exec "$@"`, "sh"}, words...)
	}
	c := exec.Command(words[0], words[1:]...)
	c.Env = []string{asProgram + "=1", "HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	var told strings.Builder
	c.Stderr = &told
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, &told
}

// A search that is killed and resumed, again and again, never begins with more than it began
// with before, nor with a lower bound, and each file that it leaves can be read; several
// searches at once, too.
func TestKilledSearches(t *testing.T) {
	extent.FullOnly(t)
	dir := t.TempDir()
	file := hardFile(t, dir)
	g, err := format.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	state := store.At(filepath.Join(dir, ".local/state/facet"))
	first, _ := solving(t, dir, file, "")
	for late := time.Now().Add(patience); len(state.Runs(g)) == 0 && time.Now().Before(late); {
		time.Sleep(10 * time.Millisecond)
	}
	if err := first.Process.Signal(os.Interrupt); err != nil {
		// it ends with a proof, as far as there is time
		t.Fatal(err)
	}
	_ = first.Wait()
	const atOnce = 4
	rng := rand.New(rand.NewPCG(3, 4))
	least, bound, read := readBack(t, state, g, make(map[string]int))
	if least == 0 {
		t.Fatal("the first search left nothing")
	}
	for range (kills() + atOnce - 1) / atOnce {
		var group sync.WaitGroup
		var told [atOnce]*strings.Builder
		for k := range told {
			c, text := solving(t, dir, file, "")
			told[k] = text
			wait := time.Duration(1000+rng.IntN(3500)) * time.Millisecond
			group.Go(func() {
				time.Sleep(wait)
				_ = c.Process.Kill()
				_ = c.Wait()
			})
		}
		group.Wait()
		for _, text := range told {
			m := goingOn.FindStringSubmatch(text.String())
			if m == nil {
				if text.Len() > 0 {
					t.Errorf("%d was saved, and a search says %q", least, text)
				}
				continue
			}
			if total, _ := strconv.Atoi(m[1]); total > least {
				t.Errorf("%d was saved, and a search goes on from %d", least, total)
			}
			if proved, _ := strconv.Atoi(m[2]); proved < bound {
				t.Errorf("at least %d was proved, and a search goes on from %d", bound, proved)
			}
		}
		total, proved, again := readBack(t, state, g, read)
		if least, bound, read = min(least, total), max(bound, proved), again; total > least ||
			proved < bound {
			t.Errorf("%d and a bound of %d were saved, now there are %d and %d", least, bound, total, proved)
		}
	}
}

// The first search of a dag that is killed has kept what it proved until then: a search that
// goes on begins with that, and so does the explorer.
func TestKilledFirstSearch(t *testing.T) {
	extent.NoRace(t)
	dir := t.TempDir()
	file := hardFile(t, dir)
	g, err := format.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	state := store.At(filepath.Join(dir, ".local/state/facet"))
	first, _ := solving(t, dir, file, "")
	var proof []byte
	for late := time.Now().Add(patience); len(proof) == 0 && time.Now().
		Before(late); time.Sleep(10 * time.Millisecond) {
		for _, name := range state.Runs(g) {
			_, proof = state.Run(g, name)
		}
	}
	_ = first.Process.Kill()
	if err := first.Wait(); err == nil {
		t.Skip("it was over sooner than it could be killed")
	}
	least, bound, _ := readBack(t, state, g, make(map[string]int))
	if least == 0 || bound <= 0 || bound > least {
		t.Fatalf("a total of %d and a bound of %d were left", least, bound)
	}
	again, told := solving(t, dir, file, "", "--time", "1s")
	_ = again.Wait()
	m := goingOn.FindStringSubmatch(told.String())
	if m == nil || m[1] != strconv.Itoa(least) || m[2] != strconv.Itoa(bound) {
		t.Errorf("a total of %d and a bound of %d were left, and a search says %q", least, bound, told)
	}
}

// readBack gives the cheapest total and the highest bound of the saved runs. Of those that
// were read before only the best are read again.
func readBack(t *testing.T, state store.Directory, g *model.Dag, before map[string]int) (least, bound int,
	read map[string]int) {
	t.Helper()
	read = make(map[string]int)
	for k, name := range state.BestRuns(g) {
		content, proof := state.Run(g, name)
		read[name] = len(content) + len(proof)
		if k > 1 && before[name] == read[name] {
			continue
		}
		runs := archive.Read(t.Context(), g, content, proof)
		if len(runs) != 1 {
			t.Fatalf("the run %s cannot be read back", name)
		}
		if total := int(runs[0].End.Incumbent.Cost); least == 0 || total < least {
			least = total
		}
		bound = max(bound, int(runs[0].End.Bound))
	}
	return least, bound, read
}

// A class's search that is killed goes on from the best that its server had written, with the
// bound that was proved, again and again; several classes at once.
func TestKilledClassSearches(t *testing.T) {
	extent.FullOnly(t)
	const atOnce = 4
	rng := rand.New(rand.NewPCG(5, 6))
	var all [atOnce]*classKept
	for k := range all {
		all[k] = &classKept{t: t, dir: t.TempDir()}
		all[k].file = hardFile(t, all[k].dir)
	}
	each := func(wait func(c *classKept)) {
		var group sync.WaitGroup
		for _, c := range all {
			group.Go(func() { wait(c) })
		}
		group.Wait()
	}
	each(func(c *classKept) { // the first has proved something when it is killed
		c.serve()
		for late := time.Now().Add(patience); len(c.found(".certificate.json")) == 0 && time.Now().
			Before(late); {
			time.Sleep(10 * time.Millisecond)
		}
		c.kill()
	})
	each(func(c *classKept) { // and the next one goes on from that, however busy the machine is
		before := c.written()
		c.serve()
		for late := time.Now().Add(patience); c.written().Equal(before) && time.Now().Before(late); {
			time.Sleep(10 * time.Millisecond)
		}
		c.kill()
		if !goesOn.MatchString(c.told.String()) {
			t.Errorf("the server says %q", c.told.String())
		}
	})
	for range (kills() + atOnce - 1) / atOnce {
		var waits [atOnce]time.Duration
		for k := range waits {
			waits[k] = time.Duration(500+rng.IntN(2500)) * time.Millisecond
		}
		each(func(c *classKept) {
			c.serve()
			time.Sleep(waits[slices.Index(all[:], c)])
			c.kill()
		})
	}
}

// classKept is a class that searches, and what was on the disk when its server was killed.
type classKept struct {
	t            *testing.T
	dir, file    string
	server       *exec.Cmd
	told         strings.Builder
	total, bound int // the cheapest sequence and the highest bound
}

// serve starts the server.
func (c *classKept) serve() {
	c.told.Reset()
	c.server = exec.Command(executable(c.t), "serve", "--headless", "--watch", "--workers", "1", "--address",
		"127.0.0.1:0", c.file)
	c.server.Env = []string{asProgram + "=1", "HOME=" + c.dir, "PATH=" + os.Getenv("PATH")}
	c.server.Stderr = &c.told
	if err := c.server.Start(); err != nil {
		c.t.Error(err)
	}
}

// found are the files of what was found with an end.
func (c *classKept) found(end string) []string {
	all, _ := filepath.Glob(filepath.Join(c.dir, ".local/state/facet/class/found/*"+end))
	return all
}

// written is when the last sequence was written.
func (c *classKept) written() (last time.Time) {
	for _, path := range c.found(".seq") {
		if info, err := os.Stat(path); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

var goesOn = regexp.MustCompile(`going on" total=(\d+) bound=(\d+)`)

// kill kills the server, and compares with what it began with and what is left.
func (c *classKept) kill() {
	_ = c.server.Process.Kill()
	_ = c.server.Wait()
	if m := goesOn.FindStringSubmatch(c.told.String()); m != nil {
		if total, _ := strconv.Atoi(m[1]); total != c.total {
			c.t.Errorf("%d was saved, and the search goes on from %d", c.total, total)
		}
		if bound, _ := strconv.Atoi(m[2]); bound != c.bound {
			c.t.Errorf("at least %d was proved, and the search goes on from %d", c.bound, bound)
		}
	} else if c.total > 0 && strings.Contains(c.told.String(), "msg=found") {
		c.t.Errorf("%d was saved, and the server says %q", c.total, c.told.String())
	}
	g, err := format.ReadFile(c.file)
	if err != nil {
		c.t.Error(err)
		return
	}
	total, bound := 0, 0
	for _, path := range c.found(".seq") {
		content, _ := os.ReadFile(path)
		_, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(string(content)))
		if err != nil || !end.Done() {
			c.t.Errorf("%s: %v", path, err)
		} else if total == 0 || int(end.Spent()) < total {
			total = int(end.Spent())
		}
	}
	for _, path := range c.found(".certificate.json") {
		content, _ := os.ReadFile(path)
		proof, err := certificate.Read(strings.NewReader(string(content)))
		if err == nil {
			_, err = certificate.Verify(g, proof)
		}
		if err != nil {
			c.t.Errorf("%s: %v", path, err)
		} else {
			bound = max(bound, int(proof.Bound))
		}
	}
	if total == 0 || bound == 0 || c.total > 0 && total > c.total || bound < c.bound {
		c.t.Errorf("%d and a bound of %d were saved, now there are %d and %d", c.total, c.bound, total, bound)
	}
	c.total, c.bound = total, bound
}

// A disk that takes no more bytes is told about in a sentence, and the result is there.
func TestFullDisk(t *testing.T) {
	notCovered(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "small.json")
	if err := os.WriteFile(file,
		[]byte(`{"nodes": [{"id": 1, "size": 2}, {"id": 2, "size": 3}], "links": [{"source": 1, "target": 2, "tangent_cost": 4, "adjoint_cost": 5}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	c, told := solving(t, dir, file, "ulimit -f 0")
	err := c.Wait()
	lines := strings.Split(strings.TrimSpace(told.String()), "\n")
	if err != nil || len(lines) != 2 || !strings.HasPrefix(lines[1], "the run cannot be saved: ") {
		t.Errorf("%v: %s", err, fmt.Sprintf("%q", lines))
	}
}

// notCovered skips a test that reads all of what a program says: one that counts what is
// covered says more.
func notCovered(t *testing.T) {
	if testing.CoverMode() != "" {
		t.Skip("the program says that it writes no coverage")
	}
}
