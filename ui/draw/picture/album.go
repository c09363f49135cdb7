package picture

import (
	"slices"
	"sync"

	"facet/ui/draw/picture/layout"
)

// Album keeps the layouts of many steps in little memory: those used last as
// they are, all others packed. Several goroutines may use it.
type Album struct {
	mutex  sync.Mutex
	most   int
	recent []leaf // used last at the end
	packed map[int]leafBytes
	bytes  int
}

type leaf struct {
	id     int
	layout *Layout
}

// leafBytes is a packed layout, and the plan that it follows with the names that its
// vertices have there, which they may have had for long.
type leafBytes struct {
	bytes []byte
	plan  *layout.Plan
	names []string
}

// NewAlbum returns an empty album that leaves so many layouts unpacked.
func NewAlbum(unpacked int) *Album {
	return &Album{most: max(1, unpacked), packed: make(map[int]leafBytes)}
}

// Keep puts the layout of a step into the album, in place of an earlier one of
// that step.
func (a *Album) Keep(id int, l *Layout) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.drop(id)
	a.use(id, l)
}

// Open gives the layout of a step back, false if the album has none. If it is
// packed, graph makes the graph that it placed, as for Unpack.
func (a *Album) Open(id int, graph func() Graph) (*Layout, bool) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if n := a.unpacked(id); n >= 0 {
		l := a.recent[n].layout
		a.recent = append(slices.Delete(a.recent, n, n+1), leaf{id, l})
		return l, true
	}
	packed, ok := a.packed[id]
	if !ok {
		return nil, false
	}
	g := graph().Clone()
	for k := range min(len(packed.names), len(g.Vertices)) {
		g.Vertices[k].Name = packed.names[k]
	}
	l, err := unpack(g, packed.bytes)
	if err != nil {
		return nil, false
	}
	l.plan = packed.plan
	a.drop(id)
	a.use(id, l)
	return l, true
}

// Has reports whether the album has a layout of a step.
func (a *Album) Has(id int) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	_, packed := a.packed[id]
	return packed || a.unpacked(id) >= 0
}

// Drop takes the layout of a step out of the album.
func (a *Album) Drop(id int) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.drop(id)
}

// Bytes is how much memory the album takes, about.
func (a *Album) Bytes() int {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	sum := a.bytes
	for _, leaf := range a.recent {
		sum += leaf.layout.bytes()
	}
	return sum
}

func (a *Album) unpacked(id int) int {
	return slices.IndexFunc(a.recent, func(l leaf) bool { return l.id == id })
}

func (a *Album) drop(id int) {
	a.bytes -= len(a.packed[id].bytes)
	delete(a.packed, id)
	a.recent = slices.DeleteFunc(a.recent, func(l leaf) bool { return l.id == id })
}

// use puts a layout among those used last and packs the one not used for the
// longest time.
func (a *Album) use(id int, l *Layout) {
	a.recent = append(a.recent, leaf{id, l})
	if len(a.recent) > a.most {
		oldest := a.recent[0]
		a.recent = slices.Delete(a.recent, 0, 1)
		l := leafBytes{bytes: oldest.layout.pack(), plan: oldest.layout.plan}
		if l.plan != nil {
			for _, v := range oldest.layout.graph.Vertices {
				l.names = append(l.names, v.Name)
			}
		}
		a.packed[oldest.id] = l
		a.bytes += len(a.packed[oldest.id].bytes)
	}
}
