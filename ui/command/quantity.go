package command

import (
	"time"

	"facet/planner"
)

// limit is a flag for a time, as the planner's options read it.
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

// Set reads what [planner.ParseTime] reads.
func (l *limit) Set(text string) error {
	d, err := planner.ParseTime(text)
	if err == nil {
		*l = limit(d)
	}
	return err
}

// size is a flag for a number of bytes, as the planner's options read it.
type size int64

// String writes multiples of a unit in it.
func (s *size) String() string { return planner.FormatMemory(int64(*s)) }

// Type is how the flag's value is called in the help.
func (s *size) Type() string { return "size" }

// Set reads what [planner.ParseMemory] reads.
func (s *size) Set(text string) error {
	n, err := planner.ParseMemory(text)
	if err == nil {
		*s = size(n)
	}
	return err
}
