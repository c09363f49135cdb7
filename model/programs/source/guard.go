package source

import (
	"context"
	"fmt"
	"go/token"
	"go/types"

	"facet/model/programs/decision"
	"facet/model/refusal"
)

// guard ends reading where a function cannot be taken.
type guard struct {
	source *checked
	ctx    context.Context
	steps  int64
	pos    token.Pos // of the instruction that is carried out
}

// refuse ends reading at the instruction that is carried out.
func (g *guard) refuse(format string, args ...any) { g.source.refuse(g.pos, format, args...) }

// spend counts what is done, and ends reading when that is too much or when
// the context has ended.
func (g *guard) spend(n int64) {
	before := g.steps
	if n > MaxSteps || g.steps+n > MaxSteps {
		g.refuse("carrying the function out takes more than %d steps: give it fewer turns or smaller arrays",
			MaxSteps)
	}
	if g.steps += n; g.steps>>12 != before>>12 {
		goOn(g.ctx)
	}
}

// goOn ends reading when the context has ended.
func goOn(ctx context.Context) {
	if ctx.Err() != nil {
		refusal.Throw(Stopped(ctx))
	}
}

// Stopped is the error of reading when the context has ended.
func Stopped(ctx context.Context) error {
	return fmt.Errorf("reading the function was stopped: %w", context.Cause(ctx))
}

// follow gives what a pointer leads to.
func (g *guard) follow(v value) *value {
	p := v.(*value)
	if p == nil {
		g.refuse("a nil pointer is followed")
	}
	return p
}

// fits refuses a type of too many entries before any of them is made.
func (g *guard) fits(t types.Type) {
	if n := entries(t, maxEntries+1); n > maxEntries {
		g.refuse("a value of type %s has more than %d entries", t, maxEntries)
	}
}

// entries counts the entries of a type, up to a limit.
func entries(t types.Type, limit int64) int64 {
	switch u := t.Underlying().(type) {
	case *types.Array:
		each := max(1, entries(u.Elem(), limit))
		if u.Len() > limit/each {
			return limit
		}
		return u.Len() * each
	case *types.Struct:
		n := int64(1)
		for f := range u.Fields() {
			if n += entries(f.Type(), limit); n >= limit {
				return limit
			}
		}
		return n
	}
	return 1
}

func (g *guard) within(k whole, n int, isSlice bool) {
	if k < 0 || int64(k) >= int64(n) {
		what := "array"
		if isSlice {
			what = "slice"
		}
		g.refuse("the index is %d, the %s has %d entries", k, what, n)
	}
}

// key is a value that a map can be asked for.
func (g *guard) key(v value) value {
	switch v := v.(type) {
	case whole, string:
		return v
	case decision.Truth:
		if decision.IsKnown(v) {
			return v
		}
	}
	g.refuse("a map can be taken with keys that are whole numbers, texts or truth values")
	return nil
}
