package recorded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// UncompiledError says why methods are not carried out, by their names: the compiler did not take them.
type UncompiledError map[string]error

func (e UncompiledError) Error() string {
	names := slices.Sorted(maps.Keys(e))
	return fmt.Sprintf("%s cannot be compiled: %v", strings.Join(names, ", "), e[names[0]])
}

// methods compiles the drivers of methods, as many files at a time as there are processors, the plan's first,
// and gives the objects. A method that cannot be compiled takes no other with it, but for the first one,
// without which none is carried out. Others are compiled as far as there is time.
func (c CPP) methods(ctx context.Context, compiler, dir string, r Request) (
	objects []string, left UncompiledError, err error,
) {
	all := make(map[string][]byte)
	for k, m := range r.Methods {
		all[fmt.Sprintf("driver%d.hpp", k)] = clocked(m.Text)
		all[fmt.Sprintf("facet_method%d.cpp", k)] = fmt.Appendf(nil, methodCPP, k, m.Name)
	}
	most := runtime.GOMAXPROCS(0)
	files := shares(r.Methods, most)
	for n, some := range files {
		text := ""
		for _, k := range some {
			text += fmt.Sprintf("#include \"facet_method%d.cpp\"\n", k)
		}
		all[fmt.Sprintf("facet_methods%d.cpp", n)] = []byte(text)
	}
	if err := write(dir, all); err != nil {
		return nil, nil, err
	}
	left = UncompiledError{}
	var lock sync.Mutex
	// compiled compiles a file with some methods.
	compiled := func(ctx context.Context, name string, some ...int) bool {
		object := filepath.Join(dir, name+".o")
		err := context.Cause(ctx)
		if err == nil {
			err = c.object(compiler, dir, r.Program, object, filepath.Join(dir, name+".cpp"))(ctx)
		}
		lock.Lock()
		defer lock.Unlock()
		switch {
		case err == nil:
			objects = append(objects, object)
		case len(some) == 1:
			left[r.Methods[some[0]].Name] = cmp.Or(context.Cause(ctx), err)
		}
		return err == nil
	}
	within, over := context.WithCancelCause(ctx) // of what is not the plan
	defer over(nil)
	limit := r.compiling(time.Now())
	if limit <= 0 {
		over(errLate)
	}
	var at sync.WaitGroup
	room := make(chan struct{}, most)
	for n, some := range files {
		room <- struct{}{}
		at.Go(func() {
			defer func() { <-room }()
			name := fmt.Sprintf("facet_methods%d", n)
			switch {
			case n == 0:
				compiled(ctx, name, some...)
				time.AfterFunc(limit, func() { over(errLate) })
			case !compiled(within, name, some...) && len(some) > 1:
				for _, k := range some {
					compiled(within, fmt.Sprintf("facet_method%d", k), k)
				}
			}
		})
	}
	at.Wait()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if len(r.Methods) > 0 && left[r.Methods[0].Name] != nil {
		for _, m := range r.Methods {
			left[m.Name] = left[r.Methods[0].Name]
		}
		return nil, nil, left
	}
	return objects, left, nil
}

var errLate = errors.New("there was no time to compile it: allow more by --time")

// compiling is how long methods may be compiled when the plan is: half of what is left till the deadline.
func (r Request) compiling(now time.Time) time.Duration {
	switch {
	case r.Unlimited:
		return math.MaxInt64
	case r.Deadline > 0:
		return time.UnixMilli(int64(1e3*r.Deadline)).Sub(now) / 2
	}
	return compileTime
}

const (
	compileTime = 30 * time.Second // where no time was said
	compileSize = 100_000          // bytes of the drivers in a file, about, so that some files end in time
)

// shares are methods by the files that they are compiled in: the first one alone, and others for the other
// processors, which takes less time than a file for each, or in more where they are long. Each has about
// as many lines.
func shares(methods []Driver, processors int) [][]int {
	if len(methods) < 2 {
		return [][]int{{0}}[:len(methods)]
	}
	size := 0
	for _, m := range methods[1:] {
		size += len(m.Text)
	}
	all := make([][]int, min(max(1, processors-1, size/compileSize), len(methods)-1))
	length := make([]int, len(all)) // of the drivers
	for k, m := range methods[1:] {
		shortest := slices.Index(length, slices.Min(length))
		length[shortest] += len(m.Text)
		all[shortest] = append(all[shortest], k+1)
	}
	return append([][]int{{0}}, all...)
}

const methodCPP = `#include "facet_methods.hpp"
namespace method%[1]d {
#include "driver%[1]d.hpp"
static const bool carried = facet::carries(%[1]d, %[2]q, [](facet::Program& p) {
  return facet::taken(jacobian(p, p.inputs), 0);
});
}
`
