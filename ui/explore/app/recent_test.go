package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/samples"
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/files/store"
)

// The command open proposes the files that were opened last before the samples, the newest
// first, also after the next start; what is gone is not proposed.
func TestRecentFilesAreProposed(t *testing.T) {
	home := t.TempDir()
	dag, err := samples.Open("diamond")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one.xml", "two.xml", "ö t.xml"} {
		if err := os.WriteFile(filepath.Join(home, name), dag, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory, o.Files = true, store.At(t.TempDir()), &files.Disk{Home: home}
	d := start(t, o, 120, 40)
	proposed := func() (all []string) {
		t.Helper()
		d.press("esc", ":").typing("open ")
		for _, row := range strings.Split(d.screen(), "\n") {
			if _, path, is := strings.Cut(row, "open "+home+"/"); is {
				all = append(all, strings.TrimSpace(strings.Split(path, "opened before")[0]))
			}
		}
		d.press("esc")
		return all
	}
	d.command("open " + home + "/one.xml").command("open ~/two.xml").command("open lion").
		command("open " + home + "/ö t.xml")
	if got := strings.Join(proposed(), "|"); got != "ö t.xml|two.xml|one.xml" {
		t.Errorf("proposed are %s\n%s", got, d.screen())
	}
	// some letters find it, and Tab writes the name
	d.command("open lion").press(":").typing("open wo.").press("tab")
	if d.press("enter"); d.m.screen.shown.session.Dag().Name != "two" {
		t.Errorf("not opened:\n%s", d.screen())
	}
	if err := os.Remove(filepath.Join(home, "one.xml")); err != nil {
		t.Fatal(err)
	}
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	o.Recent = store.RecentIn(o.Directory).Files()
	d = start(t, o, 120, 40)
	if got := strings.Join(proposed(), "|"); got != "two.xml|ö t.xml" {
		t.Errorf("after the next start %s is proposed", got)
	}
}
