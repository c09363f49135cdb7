package end

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// chromium is a browser without a window, driven over a pipe by the protocol of its developer tools.
type chromium struct {
	testing.TB
	out     *os.File
	session string

	mutex   sync.Mutex
	next    int
	waiting map[int]chan reply
	entries []string // what the browser complains of
}

// reply answers a request.
type reply struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

// openChromium starts the browser; where there is none the test says that it is skipped.
func openChromium(t testing.TB) *chromium {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" || testing.Short() {
		t.Skip("skipped: there is no Chromium here, or tests have to be short")
	}
	toBrowser, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	in, fromBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
	p.ExtraFiles = []*os.File{toBrowser, fromBrowser}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	toBrowser.Close()
	fromBrowser.Close()
	c := &chromium{TB: t, out: out, waiting: make(map[int]chan reply)}
	over := make(chan struct{})
	go func() {
		defer close(over)
		c.read(in)
	}()
	t.Cleanup(func() {
		_ = c.send("Browser.close", map[string]any{})
		late := time.AfterFunc(10*time.Second, func() { _ = p.Process.Kill() })
		_ = p.Wait()
		late.Stop()
		out.Close()
		in.Close()
		<-over
	})
	var target struct{ TargetID string }
	c.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	c.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	c.session = attached.SessionID
	for _, domain := range []string{"Page", "Log", "Runtime"} {
		c.call(domain+".enable", map[string]any{}, nil)
	}
	return c
}

// read takes what the browser sends.
func (c *chromium) read(in *os.File) {
	messages := bufio.NewReader(in)
	for {
		text, err := messages.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID     int
			Method string
			Params json.RawMessage
			reply
		}
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		c.mutex.Lock()
		if waits := c.waiting[m.ID]; m.ID > 0 && waits != nil {
			waits <- m.reply
			delete(c.waiting, m.ID)
		}
		if m.Method == "Log.entryAdded" || m.Method == "Runtime.exceptionThrown" {
			c.entries = append(c.entries, string(m.Params))
		}
		c.mutex.Unlock()
	}
}

// send makes a request, and gives where its reply comes.
func (c *chromium) send(method string, params map[string]any) chan reply {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.next++
	m := map[string]any{"id": c.next, "method": method, "params": params}
	if c.session != "" && method != "Browser.close" {
		m["sessionId"] = c.session
	}
	text, err := json.Marshal(m)
	if err != nil {
		c.Error(err)
	}
	waits := make(chan reply, 1)
	c.waiting[c.next] = waits
	_, _ = c.out.Write(append(text, 0))
	return waits
}

// call makes a request and reads its reply.
func (c *chromium) call(method string, params map[string]any, into any) {
	c.Helper()
	select {
	case r := <-c.send(method, params):
		if r.Error != nil {
			c.Fatalf("%s: %s", method, r.Error.Message)
		}
		if into != nil {
			if err := json.Unmarshal(r.Result, into); err != nil {
				c.Fatal(err)
			}
		}
	case <-time.After(patience):
		c.Fatalf("%s is not answered", method)
	}
}

// eval gives the value of an expression on the page.
func (c *chromium) eval(expression string) string {
	c.Helper()
	var r struct{ Result struct{ Value any } }
	c.call("Runtime.evaluate", map[string]any{"expression": "String(" + expression + ")"}, &r)
	return fmt.Sprint(r.Result.Value)
}

// browse goes to a page with a window of a size, as a reader of dark or light pages.
func (c *chromium) browse(page string, width, height int, scheme string) {
	c.Helper()
	c.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height,
		"deviceScaleFactor": 1, "mobile": false}, nil)
	c.call("Emulation.setEmulatedMedia",
		map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}},
		nil)
	c.call("Page.navigate", map[string]any{"url": page}, nil)
}

// sees waits until a text is on the page, in an element.
func (c *chromium) sees(id, text string) {
	c.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		have := c.eval("(document.getElementById('" + id + "') || {}).innerText")
		if strings.Contains(have, text) {
			return
		}
		if time.Now().After(deadline) {
			c.Fatalf("%s never has %q: %s\n%v", id, text, have, c.entries)
		}
	}
}

// quiet waits until no picture is being drawn.
func (c *chromium) quiet() {
	c.Helper()
	for deadline := time.Now().
		Add(patience); strings.Contains(c.eval("document.getElementById('screen').innerText"),
		"Drawing"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.Fatal("the pictures never come")
		}
	}
}

// shots is where pictures of pages are kept.
var shots = flag.String("shots", "", "folder for pictures of pages in a browser")

// shot keeps a picture of the page where that is wanted.
func (c *chromium) shot(name string) {
	c.Helper()
	if *shots == "" {
		return
	}
	var r struct{ Data string }
	c.call("Page.captureScreenshot", map[string]any{"format": "png"}, &r)
	picture, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o600); err != nil {
		c.Fatal(err)
	}
}

// readable checks that the whole screen is in the window, with letters of a size that can
// be read, each in its column, and on the ground that the reader wants.
func (c *chromium) readable(least float64, scheme string) {
	c.Helper()
	var r struct {
		Letter, Left, Right, Top, Bottom, Width, Height, Drift float64
		Ground                                                 string
	}
	text := c.eval(`JSON.stringify((() => {
		const screen = document.getElementById('screen'), box = screen.getBoundingClientRect(), style = getComputedStyle(screen);
		const probe = document.createElement('span');
		probe.textContent = '0'.repeat(100);
		screen.append(probe);
		const cell = probe.getBoundingClientRect().width / 100;
		probe.remove();
		let drift = 0; // how far a piece of more than ASCII stands from its column, in cells
		for (const piece of screen.querySelectorAll('i.c')) {
			const at = (piece.getBoundingClientRect().left - box.left) / cell;
			drift = Math.max(drift, Math.abs(at - Math.round(at)));
		}
		return {Letter: parseFloat(style.fontSize), Left: box.left, Right: box.right, Top: box.top, Bottom: box.bottom,
			Width: innerWidth, Height: innerHeight, Drift: drift, Ground: getComputedStyle(document.body).backgroundColor};
	})())`)
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		c.Fatalf("%v: %s", err, text)
	}
	ground := map[string]string{"dark": "rgb(21, 25, 31)", "light": "rgb(255, 255, 255)"}[scheme]
	if r.Letter < least || r.Left < 0 || r.Right > r.Width || r.Top < 0 || r.Bottom > r.Height+0.5 ||
		r.Drift > 0.1 || r.Ground != ground {
		c.Errorf("%s: it cannot be read: %s", scheme, text)
	}
}

// What a telephone and a window on a computer show of a dag, a puzzle and a lesson, by day and
// by night; and the browser comes back by itself when the server does.
func TestInABrowser(t *testing.T) {
	c := openChromium(t)
	h := newHouse(t)
	h.makesKey("id")
	class := h.serves("--web", "127.0.0.1:0", "--lecturers", h.path("id.pub"), "bat")
	ada := h.shows(h.ssh(class, "ssh", "lead@HOST"), 120, 40) // her name stands behind her key
	ada.sees("step 0/0")
	ada.press("\r")
	ada.sees("step 1/1")
	windows := []struct {
		name          string
		width, height int
		least         float64
	}{{"telephone", 844, 390, 9}, {"computer", 1280, 800, 10}}
	each := func(name, id, text string) {
		t.Helper()
		for _, w := range windows {
			for _, scheme := range []string{"dark", "light"} {
				c.browse(class.page, w.width, w.height, scheme)
				c.sees(id, text)
				c.sees("sentences", ".")
				c.quiet()
				c.readable(w.least, scheme)
				c.shot(strings.Join([]string{name, w.name, scheme}, "-"))
			}
		}
	}
	each("bat", "screen", "step 1/1")
	ada.press("\r")
	c.sees("screen", "step 2/2") // without being loaded again
	ada.press(":class puzzle bat-22\r")
	ada.sees("Open for everybody")
	c.sees("now", "the puzzle bat-22")
	ada.press(":class clock 5\r")
	c.sees("clock", "4:5")
	ada.press(":class say <img src=x onerror=alert(1)> look at the wall\r")
	c.sees("said", "<img src=x onerror=alert(1)> look at the wall")
	each("puzzle", "screen", "Find a")
	ada.press("z")
	c.sees("now", "The lecturer has stopped the moves")
	ada.press(":class lesson lion\r")
	each("lesson", "now", "the lesson lion")
	c.sees("screen", "(1/")
	c.mutex.Lock()
	for _, e := range c.entries {
		t.Errorf("the browser complains: %s", e)
	}
	c.mutex.Unlock()
	if err := class.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	c.sees("now", "The class is over.")
	_ = class.Wait()
	h.serves("--web", strings.Trim(strings.TrimPrefix(class.page, "http:"), "/"), "lion")
	c.sees("screen", "lion") // the browser comes back by itself
}

// A search that is watched.
func TestWatchedInABrowser(t *testing.T) {
	c := openChromium(t)
	page := newHouse(t).serves("--web", "127.0.0.1:0", "--watch", "--workers", "1", "newton10").page
	c.browse(page, 844, 390, "dark")
	c.sees("screen", "the search of")
	c.sees("now", "You watch the search of this server.")
	c.sees("screen", "gap")
	c.readable(9, "dark")
	c.shot("watched-telephone-dark")
	c.browse(page, 1280, 800, "light")
	c.sees("screen", "gap")
	c.readable(10, "light")
	c.shot("watched-computer-light")
}
