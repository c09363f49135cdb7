package drawing

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"weak"

	"facet/model"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
)

// Layouts keep the pictures of steps, for one explorer or for several, such as those of a class
// that follows its lecturer: what one has laid out is there for all, in windows of all sizes until
// one of them has no room for it. Pictures that were not used for long are forgotten. Layouts are
// safe for concurrent use.
type Layouts struct {
	mutex   sync.Mutex
	kept    map[layoutKey]*keptLayout
	held    map[*picture.Layout]*held // by those that are kept
	uses    int
	bytes   int
	most    int
	made    int        // number of steps that were laid out
	painted []*painted // the last scenes, the oldest first
	homes   []kept     // the last tables, the oldest first
}

// kept are the tables of a step, by its key without the window.
type kept struct {
	key layoutKey
	*tables
}

// mostTables is of how many steps the tables are kept: windows of many sizes show the same few.
const mostTables = 4

// tablesOf gives the tables for a key, or has them found. Two that do so at once find the same.
func (l *Layouts) tablesOf(key layoutKey, find func() (*tables, error)) (*tables, error) {
	l.mutex.Lock()
	at := slices.IndexFunc(l.homes, func(k kept) bool { return k.key == key })
	if at >= 0 {
		defer l.mutex.Unlock()
		return l.homes[at].tables, nil
	}
	l.mutex.Unlock()
	t, err := find()
	if err != nil {
		return nil, err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.homes = append(l.homes[max(0, len(l.homes)+1-mostTables):], kept{key, t})
	return t, nil
}

// NewLayouts keeps about most bytes of pictures.
func NewLayouts(most int) *Layouts {
	return &Layouts{most: most, kept: make(map[layoutKey]*keptLayout), held: make(map[*picture.Layout]*held)}
}

// layoutKey is all that a picture depends on.
type layoutKey struct {
	dag   *model.Dag
	look  look
	steps stepsSum
	depth int // number of steps
	// that the first of them has room for
	course stepsSum
	space  Space // the window's
	all    bool  // windows of all sizes go on from this; and from what they showed at the step before
	from   Drawn
}

// keptLayout is the entry of a layout, from when one explorer begins it.
type keptLayout struct {
	ready chan struct{} // closed when the layout is over
	laid  laid          // zero where it was given up
	used  int           // when it was used last
}

// held is how many entries have a layout, and about how much memory it takes.
type held struct{ entries, bytes int }

// entryBytes is how much memory an entry takes beside its layouts, about.
const entryBytes = 500

// layouts are those of an entry. Both pictures come with both that they follow.
func (k *keptLayout) layouts(key layoutKey) []*picture.Layout {
	all := []*picture.Layout{k.laid.Dag, k.laid.Line}
	if key.from.Dag != nil {
		all = append(all, key.from.Dag, key.from.Line)
	}
	return all
}

// hold counts an entry.
func (l *Layouts) hold(key layoutKey) {
	l.bytes += entryBytes
	for _, one := range l.kept[key].layouts(key) {
		h := l.held[one]
		if h == nil {
			h = &held{bytes: one.Bytes()}
			l.held[one] = h
			l.bytes += h.bytes
		}
		h.entries++
	}
}

// weigh counts the memory of pictures anew of which a window may have made others.
func (l *Layouts) weigh(d Drawn) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, one := range []*picture.Layout{d.Dag, d.Line} {
		if h := l.held[one]; h != nil {
			before := h.bytes
			h.bytes = one.Bytes()
			l.bytes += h.bytes - before
		}
	}
}

// drop removes an entry that is counted.
func (l *Layouts) drop(key layoutKey) {
	l.bytes -= entryBytes
	for _, one := range l.kept[key].layouts(key) {
		h := l.held[one]
		if h.entries--; h.entries == 0 {
			l.bytes -= h.bytes
			delete(l.held, one)
		}
	}
	delete(l.kept, key)
}

// Made is the number of steps that were laid out so far.
func (l *Layouts) Made() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.made
}

// Bytes is about how much memory the pictures take.
func (l *Layouts) Bytes() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.bytes
}

// has reports whether a layout is kept.
func (l *Layouts) has(key layoutKey) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	k := l.kept[key]
	return k != nil && k.laid.Dag != nil
}

// take returns the layout for a key, or makes it by lay, or waits for the explorer that
// makes it. It gives up with the context.
func (l *Layouts) take(ctx context.Context, key layoutKey, lay func() laid) laid {
	for ctx.Err() == nil {
		l.mutex.Lock()
		k := l.kept[key]
		mine := k == nil
		if mine {
			k = &keptLayout{ready: make(chan struct{})}
			l.kept[key] = k
			if !key.all {
				l.made++
			}
		}
		l.uses++
		k.used = l.uses
		done := k.laid
		l.mutex.Unlock()
		switch {
		case mine:
			return l.fill(key, k, lay)
		case done.Dag != nil:
			return done
		}
		select {
		case <-k.ready:
		case <-ctx.Done():
		}
	}
	return laid{}
}

// fill makes the layout that other explorers may wait for. A layout that was given up is
// forgotten.
func (l *Layouts) fill(key layoutKey, k *keptLayout, lay func() laid) (out laid) {
	defer func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		defer close(k.ready)
		if out.Dag == nil || out.Line == nil {
			delete(l.kept, key)
			return
		}
		k.laid = out
		l.hold(key)
		l.forget()
	}()
	return lay()
}

// checkpoint is how many steps are laid out again where one in the middle was forgotten.
const checkpoint = 16

// forget forgets what was not used for the longest time where there is too much, each
// checkpoint much later than what leads from it to the next one.
func (l *Layouts) forget() {
	if l.bytes <= l.most {
		return
	}
	age := func(key layoutKey) int {
		if key.depth%checkpoint == 0 {
			return l.kept[key].used + 8*checkpoint
		}
		return l.kept[key].used
	}
	var old []layoutKey
	for key, k := range l.kept {
		if k.laid.Dag != nil && k.used < l.uses {
			old = append(old, key)
		}
	}
	slices.SortFunc(old, func(a, b layoutKey) int { return cmp.Compare(age(a), age(b)) })
	for _, key := range old {
		if l.drop(key); l.bytes <= l.most-l.most/8 {
			return
		}
	}
}

// Clear keeps nothing any more: the last explorer has left.
func (l *Layouts) Clear() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for key, k := range l.kept {
		if k.laid.Dag != nil {
			l.drop(key)
		}
	}
	l.painted, l.homes = nil, nil
}

// keyOf is the key of a step's pictures.
func (w *Work) keyOf(at int) layoutKey {
	key := layoutKey{dag: w.root.Dag(), look: w.look, space: w.space, steps: w.steps[at].sum, depth: at,
		course: w.course.sum}
	if len(w.marks) == 0 {
		return key // as a rule; long sessions have many keys
	}
	for k, step := range w.steps[:at+1] {
		if m := w.marks[step.id]; m != 0 {
			key.steps = key.steps.with(k, byte(m))
		}
	}
	return key
}

// keyOfAll is the key of what all windows go on from that showed the same at the step before.
func (w *Work) keyOfAll(at int, before Drawn) layoutKey {
	key := w.keyOf(at)
	key.space, key.all, key.from = Space{}, true, before
	return key
}

// mostPainted is of how many scenes the rows are kept, 10 to 20 kilobytes each: a class has
// many sizes of windows, two pictures in each, and those of the step before.
const mostPainted = 512

// painted are the rows of a scene, which explorers share that show the same: most of a
// class that follows its lecturer.
type painted struct {
	layout weak.Pointer[picture.Layout]
	theme  *style.Theme
	scene  picture.View
	once   sync.Once
	rows   []string
	places picture.Places
}

// paint gives the rows of a scene, which must not be changed, and where the vertices of an
// overview are.
func (l *Layouts) paint(t *style.Theme, of *picture.Layout, scene *picture.View) ([]string, picture.Places) {
	p := l.painting(t, of, scene)
	p.once.Do(func() {
		canvas := of.Render(*scene)
		p.rows, p.places = paint(t, canvas), canvas.Places()
	})
	return p.rows, p.places
}

// painting is the entry of a scene, the last one that is kept from now on.
func (l *Layouts) painting(t *style.Theme, of *picture.Layout, scene *picture.View) *painted {
	layout := weak.Make(of)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	at := slices.IndexFunc(l.painted, func(p *painted) bool {
		return p.layout == layout && p.scene.Equal(*scene) && (p.theme == t || p.theme.PaintsLike(t))
	})
	if at >= 0 {
		return l.painted[at]
	}
	p := &painted{layout: layout, theme: t, scene: *scene}
	l.painted = append(l.painted[max(0, len(l.painted)+1-mostPainted):], p)
	return p
}
