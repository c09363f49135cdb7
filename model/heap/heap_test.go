package heap_test

import (
	"container/heap"
	"math/rand/v2"
	"slices"
	"testing"

	own "facet/model/heap"
)

type pair struct{ value, id int }

// library is a heap of container/heap.
type library []pair

func (l library) Len() int           { return len(l) }
func (l library) Less(a, b int) bool { return l[a].value < l[b].value }
func (l library) Swap(a, b int)      { l[a], l[b] = l[b], l[a] }
func (l *library) Push(x any)        { *l = append(*l, x.(pair)) }
func (l *library) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}

// TestLikeContainerHeap: the values come in the order in which container/heap gives
// them, equal ones too, so that searches go the same way.
func TestLikeContainerHeap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var start library
		for k := range rng.IntN(30) {
			start = append(start, pair{rng.IntN(8), -k})
		}
		want := slices.Clone(start)
		heap.Init(&want)
		got := own.New(func(a, b *pair) bool { return a.value < b.value }, start...)
		for k := range 300 {
			switch x := (pair{rng.IntN(8), k}); {
			case got.Len() > 0 && rng.IntN(3) == 0:
				first := got.First()
				if a, b := got.Pop(), heap.Pop(&want); a != b || a != first {
					t.Fatalf("%v comes first, and not %v", a, b)
				}
			case got.Len() > 0 && rng.IntN(8) == 0:
				got.ReplaceFirst(x)
				want[0] = x
				heap.Fix(&want, 0)
			case rng.IntN(50) == 0:
				got.Keep(func(p *pair) bool { return p.id%3 != 0 })
				want = slices.DeleteFunc(want, func(p pair) bool { return p.id%3 == 0 })
				heap.Init(&want)
			default:
				got.Push(x)
				heap.Push(&want, x)
			}
			if !slices.Equal(got.Values(), want) {
				t.Fatalf("%v, want %v", got.Values(), want)
			}
		}
	}
}
