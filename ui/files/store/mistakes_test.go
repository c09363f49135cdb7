package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A mistake is due at once, and rests longer each time that it is found, until it is
// forgotten. Lost again, it is due again.
func TestMistakesRest(t *testing.T) {
	d := At(t.TempDir()).Mistakes()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	m, other := Mistake{Puzzle: "A1-1R8", Before: []string{"ACC TAN (0 1) 2"}}, Mistake{Puzzle: "bat-22"}
	if err := d.Lose(m, now); err != nil {
		t.Fatal(err)
	}
	if err := d.Lose(other, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for _, days := range []int{1, 3, 9, 27, 81} {
		at := slices.IndexFunc(d.All(), func(o Mistake) bool { return o.Puzzle == m.Puzzle })
		m = d.All()[at]
		if err := d.Find(m, now); err != nil {
			t.Fatal(err)
		}
		all := d.All()
		if len(all) != 2 || all[0].Puzzle != "bat-22" || all[1].Rest != days ||
			!all[1].Due.Equal(now.AddDate(0, 0, days)) {
			t.Fatalf("after %d days: %+v", days, all)
		}
		now = all[1].Due
	}
	if err := d.Find(d.All()[1], now); err != nil || len(d.All()) != 1 {
		t.Errorf("it is not forgotten: %+v (%v)", d.All(), err)
	}
	if err := d.Find(other, now); err != nil {
		t.Fatal(err)
	}
	if err := d.Lose(other, now); err != nil || len(d.All()) != 1 || d.All()[0].Rest != 0 {
		t.Errorf("it is not due again: %+v (%v)", d.All(), err)
	}
}

// Recent files are absolute, each once, the newest first, and only those that are there.
func TestRecent(t *testing.T) {
	d, dir := RecentIn(At(t.TempDir())), t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"a.xml", "b.xml"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.xml", "b.xml", "bat", dir, "./a.xml"} {
		d.Keep(name)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(here, "a.xml"), filepath.Join(here, "b.xml")}
	if !slices.Equal(d.Files(), want) {
		t.Errorf("recent are %v, not %v", d.Files(), want)
	}
	if err := os.Remove("b.xml"); err != nil {
		t.Fatal(err)
	}
	if all := d.Files(); len(all) != 1 {
		t.Errorf("a file that is gone is proposed: %v", all)
	}
}
