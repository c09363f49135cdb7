package store

import (
	"errors"
	"testing"
)

// The newest value is saved once; what could not be saved is tried again, and why is said once.
func TestNewest(t *testing.T) {
	var saved []int
	full := true
	s := Newest[int]{Save: func(n int) error {
		if full {
			return errors.New("the disk is full")
		}
		saved = append(saved, n)
		return nil
	}}
	if s.Flush() != nil {
		t.Error("there was nothing to save")
	}
	s.Set(1)
	s.Set(2)
	if s.Flush() == nil || s.Flush() != nil {
		t.Error("the reason is not said once")
	}
	full = false
	for range 2 {
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
	}
	if len(saved) != 1 || saved[0] != 2 {
		t.Errorf("saved are %v", saved)
	}
}
