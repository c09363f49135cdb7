package next

import (
	"context"
	"sync"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Last is the list that was made last, with the effects of rows: explorers that show the same state,
// such as those of a class that follows its lecturer, make it once for all of them. Who wants another
// order or has another theme than the first of them makes it alone. It is safe for concurrent use;
// the nil value keeps nothing.
type Last struct {
	mutex   sync.Mutex
	theme   *style.Theme
	list    List // its rows are not changed
	effects map[model.Op]layer.Effects
}

// Forget keeps nothing any more.
func (l *Last) Forget() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.theme, l.list, l.effects = nil, List{}, nil
}

// make gives the list of a state.
func (l *Last) make(t *style.Theme, s *model.State, order Ordering) List {
	list := func() List {
		return Make(context.Background(), s, order, func(op model.Op) string {
			return layer.OpName(t, s, op)
		})
	}
	if l == nil {
		return list()
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.list.state != s {
		l.theme, l.list, l.effects = t, list(), make(map[model.Op]layer.Effects)
	}
	if l.list.order != order || !l.speaks(t) {
		return list()
	}
	return l.list
}

// effect gives the effect of an operation of a state.
func (l *Last) effect(t *style.Theme, s *model.State, choice model.Choice) layer.Effects {
	if l == nil {
		return consequence(t, s, choice)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	effects, known := l.effects[choice.Op]
	switch {
	case l.list.state != s || !l.speaks(t):
		return consequence(t, s, choice)
	case known:
		return effects
	}
	effects = consequence(t, s, choice)
	if len(l.effects) < mostEffects {
		l.effects[choice.Op] = effects
	}
	return effects
}

// speaks reports whether a theme writes and paints as that of the list.
func (l *Last) speaks(t *style.Theme) bool {
	return l.theme == t || l.theme.ASCII == t.ASCII && l.theme.PaintsLike(t)
}
