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
	needs := goNeeds{powerName: unexported(j.Name()) + "Pow"}
	d := goDialect(f.Single, &needs)
	switch {
	case f.IsGo():
	case slices.Contains(Languages, f.Language):
		d = cDialect(f.Single)
	default:
		return nil, fmt.Errorf("there is no language %q: choose one of %s", f.Language,
			strings.Join(Languages, ", "))
	}
	all := []*listing{j.newListing(d, f, false)}
	if f.Batch {
		all = append(all, j.newListing(d, f, true))
	}
	var err error
	o.checked, err = check(late, j, in, all...)
	if o.isCut = late.Err() != nil; err != nil {
		return nil, err
	}
	if f.IsGo() {
		return j.writeGo(o, f, all, &needs)
	}
	return j.writeC(o, f, all), nil
}

// Go writes the code as a Go file in the program's package.
func (j *Jacobian) Go(o Origin) ([]byte, error) { return j.Write(o, Form{}) }
