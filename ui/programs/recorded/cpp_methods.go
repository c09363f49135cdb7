package recorded

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// UncompiledError says why methods are not carried out, by their names: the compiler did not take them.
type UncompiledError map[string]error

func (e UncompiledError) Error() string {
	names := slices.Sorted(maps.Keys(e))
	return fmt.Sprintf("%s cannot be compiled: %v", strings.Join(names, ", "), e[names[0]])
}

// methods compiles the drivers of methods, as many files at a time as there are processors, and gives the
// objects. A method that cannot be compiled takes no other with it, but for the first one, without which
// none is carried out.
func (c CPP) methods(ctx context.Context, compiler, dir string, r Request) (
	objects []string, left UncompiledError, err error,
) {
	all := make(map[string][]byte)
	for k, m := range r.Methods {
		all[fmt.Sprintf("driver%d.hpp", k)] = clocked(m.Text)
		all[fmt.Sprintf("facet_method%d.cpp", k)] = fmt.Appendf(nil, methodCPP, k, m.Name)
	}
	files := shares(r.Methods, runtime.GOMAXPROCS(0)) // which take less time than one for each
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
	compiled := func(name string, some ...int) bool {
		object := filepath.Join(dir, name+".o")
		err := c.object(compiler, dir, r.Program, object, filepath.Join(dir, name+".cpp"))(ctx)
		lock.Lock()
		defer lock.Unlock()
		switch {
		case err == nil:
			objects = append(objects, object)
		case len(some) == 1:
			left[r.Methods[some[0]].Name] = err
		}
		return err == nil
	}
	var at sync.WaitGroup
	for n, some := range files {
		at.Go(func() {
			if compiled(fmt.Sprintf("facet_methods%d", n), some...) || len(some) == 1 {
				return
			}
			for _, k := range some {
				compiled(fmt.Sprintf("facet_method%d", k), k)
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

// shares are methods by the files that they are compiled in, of which each has about as many lines.
func shares(methods []Driver, most int) [][]int {
	all := make([][]int, min(most, len(methods)))
	length := make([]int, len(all)) // of the drivers
	for k, m := range methods {
		shortest := slices.Index(length, slices.Min(length))
		length[shortest] += len(m.Text)
		all[shortest] = append(all[shortest], k)
	}
	return all
}

const methodCPP = `#include "facet_methods.hpp"
namespace method%[1]d {
#include "driver%[1]d.hpp"
static const bool carried = facet::carries(%[1]d, %[2]q, [](facet::Program& p) {
  return facet::taken(jacobian(p, p.inputs), 0);
});
}
`
