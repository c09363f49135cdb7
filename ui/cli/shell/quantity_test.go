package shell

import (
	"testing"
	"time"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"2000000": 2e6, "64MB": 64e6, "64 MB": 64e6, "1.5G": 15e8, "512MiB": 512 << 20, "2gib": 2 << 30,
		"7000000B": 7e6, "1100k": 1.1e6, "3TB": 3e12,
	} {
		var s Size
		if err := s.Set(text); err != nil || int64(s) != want {
			t.Errorf("%q: got %d, %v, want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "MB", "-1MB", "0", "1XB", "1iB", "NaN", "1e300GB", "Inf", "7B", "1k",
		"1000"} {
		var s Size
		if err := s.Set(text); err == nil {
			t.Errorf("%q: got %d, no error", text, s)
		}
	}
}

func TestLimit(t *testing.T) {
	for text, want := range map[string]time.Duration{"90": 90 * time.Second, "1m30s": 90 * time.Second,
		"0.5": time.Second / 2, "250ms": time.Second / 4, "0": 0} {
		var l Limit
		if err := l.Set(text); err != nil || time.Duration(l) != want {
			t.Errorf("%q: got %s, %v, want %s", text, l.String(), err, want)
		}
	}
	for _, text := range []string{"", "-1s", "-1", "soon", "1e99", "NaN"} {
		var l Limit
		if err := l.Set(text); err == nil {
			t.Errorf("%q: got %s, no error", text, l.String())
		}
	}
}

// The help shows what a flag is without being set.
func TestQuantityDefaults(t *testing.T) {
	for bytes, want := range map[Size]string{1 << 30: "1GiB", 64e6: "64MB", 512 << 20: "512MiB", 2e9: "2GB",
		1500: "1500"} {
		if got := bytes.String(); got != want {
			t.Errorf("%d bytes: got %s, want %s", int64(bytes), got, want)
		}
	}
	var none Limit
	if got := none.String(); got != "" {
		t.Errorf("no limit: got %q", got)
	}
}
