package shell

import (
	"time"

	"facet/planner"
)

// Limit is a flag for a time limit.
type Limit time.Duration

// String is empty for no limit, so that the help shows no default.
func (l *Limit) String() string {
	if *l == 0 {
		return ""
	}
	return time.Duration(*l).String()
}

// Type is the name of the value in the help.
func (l *Limit) Type() string { return "duration" }

// Set reads what [planner.ParseTime] reads.
func (l *Limit) Set(text string) error {
	d, err := planner.ParseTime(text)
	if err == nil {
		*l = Limit(d)
	}
	return err
}

// Size is a flag for a number of bytes.
type Size int64

// String writes the size with the largest unit that divides it.
func (s *Size) String() string { return planner.FormatMemory(int64(*s)) }

// Type is the name of the value in the help.
func (s *Size) Type() string { return "size" }

// Set reads what [planner.ParseMemory] reads.
func (s *Size) Set(text string) error {
	n, err := planner.ParseMemory(text)
	if err == nil {
		*s = Size(n)
	}
	return err
}
