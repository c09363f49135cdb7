package drawing

import (
	"slices"
	"sync"
	"weak"

	"facet/ui/draw/picture"
	"facet/ui/draw/style"
)

// mostPainted is of how many scenes the rows are kept, 10 to 20 kilobytes each: a class has
// many sizes of windows, two pictures in each, and those of the step before.
const mostPainted = 512

// painted are the rows of a scene, which explorers share that show the same: most of a
// class that follows its lecturer.
type painted struct {
	layout weak.Pointer[picture.Layout]
	theme  *style.Theme
	scene  scene
	once   sync.Once
	rows   []string
	places picture.Places
}

// paint gives the rows of a scene, and where the vertices of an overview are. Nobody may
// change them.
func (l *Layouts) paint(t *style.Theme, of *picture.Layout, s *scene) ([]string, picture.Places) {
	if l == nil || l.alone || s.from.layout != nil {
		canvas := s.canvas(of)
		return paint(t, canvas), canvas.Places()
	}
	p := l.painting(t, of, s)
	p.once.Do(func() {
		canvas := s.canvas(of)
		p.rows, p.places = paint(t, canvas), canvas.Places()
	})
	return p.rows, p.places
}

// painting is the entry of a scene, the last one that is kept from now on.
func (l *Layouts) painting(t *style.Theme, of *picture.Layout, s *scene) *painted {
	layout := weak.Make(of)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	at := slices.IndexFunc(l.painted, func(p *painted) bool {
		return p.layout == layout && (p.theme == t || p.theme.PaintsLike(t)) && p.scene.like(s)
	})
	if at >= 0 {
		return l.painted[at]
	}
	p := &painted{layout: layout, theme: t, scene: *s}
	l.painted = append(l.painted[max(0, len(l.painted)+1-mostPainted):], p)
	return p
}
