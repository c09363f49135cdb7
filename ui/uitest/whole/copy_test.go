package whole

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"facet/ui/explore/app"
	"facet/ui/terminal"
	"facet/ui/uitest"
)

// The line that is copied where the sequence is a search's begins the same search.
func TestCopyOfASearch(t *testing.T) {
	var out bytes.Buffer
	o := explorer(t, "bat")
	o.Terminal = terminal.Terminal{Out: &out}
	d := &uitest.Driver{T: t, Model: app.New(o), Width: 100, Height: 30}
	d.Begin()
	d.Command("solve time=10s").Command("apply").Command("copy command")
	found := regexp.MustCompile("\x1b\\]52;c;([A-Za-z0-9+/=]*)\a").FindStringSubmatch(out.String())
	if len(found) == 0 {
		t.Fatalf("nothing is copied: %s", d.Model.View())
	}
	text, err := base64.StdEncoding.DecodeString(found[1])
	if line := string(text); err != nil || !strings.HasPrefix(line, "facet solve ") ||
		!strings.Contains(line, "--time 10s") || !strings.HasSuffix(line, " bat") {
		t.Errorf("%q (%v)", line, err)
	}
	if err := d.Model.(*app.Model).Close(); err != nil {
		t.Error(err)
	}
}
