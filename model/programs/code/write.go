package code

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Write writes the code in a form, once it is compared with the function. The error can say
// that it is wrong.
func (j *Jacobian) Write(o Origin, f Form) ([]byte, error) {
	return j.WriteUntil(context.Background(), o, f, Usual)
}

// WriteUntil is Write, but compares at points of a domain, and at only one of them when late has
// ended.
func (j *Jacobian) WriteUntil(late context.Context, o Origin, f Form, in Domain) ([]byte, error) {
	checked := func(written ...*listing) (_ Origin, err error) {
		o.checked, err = check(late, j, in, written...)
		o.isCut = late.Err() != nil
		return o, err
	}
	switch {
	case f.IsGo():
		return j.writeGo(f, checked)
	case slices.Contains(Languages, f.Language):
		return j.writeC(f, checked)
	}
	return nil, fmt.Errorf("there is no language %q: choose one of %s", f.Language,
		strings.Join(Languages, ", "))
}

// Go writes the code as a Go file in the program's package.
func (j *Jacobian) Go(o Origin) ([]byte, error) { return j.Write(o, Form{}) }
