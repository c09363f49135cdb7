package command

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// limit is a flag for a time: a Go duration, or seconds.
type limit time.Duration

// String is empty for none, which the help then does not call a default.
func (l *limit) String() string {
	if *l == 0 {
		return ""
	}
	return time.Duration(*l).String()
}

// Type is how the flag's value is called in the help.
func (l *limit) Type() string { return "duration" }

// Set reads "90s", "1m30s", "250ms" or "90".
func (l *limit) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, notSeconds := strconv.ParseFloat(text, 64)
		if notSeconds != nil || !(seconds >= 0 && seconds < 1e9) {
			return fmt.Errorf("%q is no time: write it like 30s, 5m or 1h", text)
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d < 0 {
		return fmt.Errorf("%q is before now: write a time like 30s", text)
	}
	*l = limit(d)
	return nil
}

// size is a flag for a number of bytes.
type size int64

// String writes multiples of a unit in it.
func (s *size) String() string {
	for _, unit := range []struct {
		name  string
		bytes size
	}{{"GiB", 1 << 30}, {"GB", 1e9}, {"MiB", 1 << 20}, {"MB", 1e6}} {
		if *s >= unit.bytes && *s%unit.bytes == 0 {
			return strconv.FormatInt(int64(*s/unit.bytes), 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type is how the flag's value is called in the help.
func (s *size) Type() string { return "size" }

// Set reads "64MB", "1.5G", "512MiB" or a number of bytes.
func (s *size) Set(text string) error {
	digits := strings.TrimRight(text, "kKmMgGtTiIbB ")
	factor, known := unit(strings.TrimSpace(text[len(digits):]))
	number, err := strconv.ParseFloat(digits, 64)
	if err != nil || !known || !(number > 0 && number*factor < 1<<62) {
		return fmt.Errorf("%q is no size: write it like 512MB or 2GB", text)
	}
	*s = size(number * factor)
	return nil
}

// unit gives how many bytes a unit has: kB, MB and GB are thousands, KiB, MiB
// and GiB powers of two.
func unit(text string) (factor float64, known bool) {
	text = strings.TrimSuffix(strings.ToLower(text), "b")
	base := 1000.0
	if strings.HasSuffix(text, "i") {
		text, base = strings.TrimSuffix(text, "i"), 1024
	}
	factor = 1
	for _, prefix := range []string{"", "k", "m", "g", "t"} {
		if text == prefix {
			return factor, prefix != "" || base == 1000
		}
		factor *= base
	}
	return 0, false
}
