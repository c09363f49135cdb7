package weights

import (
	"math"

	"facet/planner/bound/paths"
)

// game is the play of words against items. All its numbers are floating-point:
// it proves nothing.
type game struct {
	table  *paths.Table
	check  func(work int) error
	words  []player
	level  []float64 // by item: what makes its shares add up to its price
	sum    []float64 // by item: of its shares in the round that is being played
	weight float64   // of the rounds in the mean, together
	rounds int
	value  float64 // what a word pays on average
	rules  rules

	place []int32   // work: by stretch of the table, its place in the present word
	total []float64 // work: by place, the chances of its options before they are divided by their sum
	flow  []float64 // work: by place, how often the word derives itself through it
}

// player is a word: its stretches are places, parts before wholes.
type player struct {
	first   []int32  // by place and one more: where its options begin
	options []option // of all its places
	value   float64  // what it pays
}

// option is an option of a stretch of one word.
type option struct {
	item, left, right int32   // the parts are places, or -1
	chance            float32 // given that the stretch is derived
	share             float32 // of the item's price, before it is brought to level
	last              float32 // the share in the round before
	use               float32 // how often the word used it in the round before
	fee               float32 // what rules charge
	mean              float32 // of the shares, times the weight of the rounds
	used              float32 // mean of the use, likewise
}

// Steps of both sides: a word loses interest in an option by how much of its
// usual payment it costs, an item moves its price towards words that use it.
const (
	wordStep = 0.3
	itemStep = 3
	tiny     = 1e-30
)

func newGame(t *paths.Table, check func(int) error) *game { return &game{table: t, check: check} }

// admit lets the words join that do not play yet. The ones that do have divided
// the prices already; the new ones begin with a small part, and the mean
// forgets most of what was before them.
func (g *game) admit(pool []*paths.Word) {
	fresh := len(g.words)
	if len(pool) == fresh {
		return
	}
	g.place = widen(g.place, g.table.Stretches())
	for _, w := range pool[fresh:] {
		p := g.player(w)
		g.words = append(g.words, p)
		g.total, g.flow = widen(g.total, len(p.first)), widen(g.flow, len(p.first))
	}
	g.level, g.sum = widen(g.level, len(g.table.Items)), widen(g.sum, len(g.table.Items))
	g.divide(fresh)
	const kept = 0.1
	g.weight *= kept
	for n := range g.words[:fresh] {
		list := g.words[n].options
		for k := range list {
			list[k].mean *= kept
		}
	}
	for n := range g.rules.list {
		g.rules.list[n].mean *= kept
	}
	if g.rules.watching {
		g.watch() // anew: the words use other options now
	}
}

// player makes a player of a word.
func (g *game) player(w *paths.Word) player {
	size := 0
	for _, s := range w.Stretches {
		size += len(g.table.Options(s))
	}
	p := player{first: make([]int32, 1, len(w.Stretches)+1), options: make([]option, 0, size)}
	for n, s := range w.Stretches {
		g.place[s] = int32(n)
		list := g.table.Options(s)
		for _, o := range list {
			c := option{item: o.Item, left: -1, right: -1, chance: 1 / float32(len(list))}
			if o.Left >= 0 {
				c.left = g.place[o.Left]
			}
			if o.Right >= 0 {
				c.right = g.place[o.Right]
			}
			p.options = append(p.options, c)
		}
		p.first = append(p.first, int32(len(p.options)))
	}
	return p
}

// divide gives the words from fresh on their first shares: an even part of each
// price if all are fresh, and half of that if others have their shares already.
func (g *game) divide(fresh int) {
	clear(g.sum)
	count := make([]float64, len(g.table.Items))
	for n := range g.words {
		for _, o := range g.words[n].options {
			if o.item >= 0 {
				count[o.item]++
				g.sum[o.item] += float64(o.share)
			}
		}
	}
	for n := fresh; n < len(g.words); n++ {
		w := &g.words[n]
		for k := range w.options {
			o := &w.options[k]
			if o.item < 0 {
				continue
			}
			o.last = float32(float64(g.table.Price[o.item]) / count[o.item])
			o.share = o.last
			if fresh > 0 {
				o.share /= 2
			}
			g.sum[o.item] += float64(o.share)
		}
		w.value = g.cheapest(w)
	}
}

// round plays one round of all words and then of all items. What the items do
// takes effect when the words look at their shares. After an error the game is
// over.
func (g *game) round() error {
	for t := range g.table.Items {
		g.level[t] = float64(g.table.Price[t]) / max(g.sum[t], tiny)
		g.sum[t] = 0
	}
	g.rounds++
	g.weight += float64(g.rounds)
	g.value = 0
	for n := range g.words {
		g.value += g.words[n].value / float64(len(g.words))
	}
	g.charge()
	for n := range g.words {
		w := &g.words[n]
		if err := g.check(3 * len(w.options)); err != nil {
			return err
		}
		g.choose(w)
		g.buy(w)
	}
	return nil
}

// choose brings the chances of a word's options up to date, parts before wholes.
func (g *game) choose(w *player) {
	step := wordStep / max(w.value, 0.1*g.value, tiny)
	weight := float32(g.rounds)
	for s := range len(w.first) - 1 {
		sum := 0.0
		list := w.options[w.first[s]:w.first[s+1]]
		for k := range list {
			o := &list[k]
			v := float64(o.chance)
			if o.item >= 0 {
				share := float64(o.share) * g.level[o.item]
				v *= exp(step * (float64(o.last-o.fee) - 2*share))
				o.last = float32(share)
				o.mean += weight * o.last
			} else if o.fee != 0 {
				v *= exp(-step * float64(o.fee))
			}
			if o.left >= 0 {
				v *= g.total[o.left]
			}
			if o.right >= 0 {
				v *= g.total[o.right]
			}
			o.chance = float32(v)
			sum += v
		}
		g.total[s] = sum
		for k := range list {
			list[k].chance = max(float32(float64(list[k].chance)/sum), tiny)
		}
		g.flow[s] = 0
	}
}

// buy derives the word with these chances, and lets its items see.
func (g *game) buy(w *player) {
	g.flow[len(w.first)-2] = 1
	paid := 0.0
	weight := float32(g.rounds)
	for s := len(w.first) - 2; s >= 0; s-- {
		flow := g.flow[s]
		list := w.options[w.first[s]:w.first[s+1]]
		for k := range list {
			o := &list[k]
			use := flow * float64(o.chance)
			if o.left >= 0 {
				g.flow[o.left] += use
			}
			if o.right >= 0 {
				g.flow[o.right] += use
			}
			if o.item >= 0 {
				paid += use * float64(o.last)
				o.share = max(o.last*float32(exp(itemStep*(2*use-float64(o.use)))), tiny)
				g.sum[o.item] += float64(o.share)
			}
			o.use = float32(use)
			o.used += weight * o.use
		}
	}
	w.value += 0.1 * (paid - w.value)
}

// cheapest is the cheapest derivation of a word under its last shares.
func (g *game) cheapest(w *player) float64 {
	for s := range len(w.first) - 1 {
		best := math.Inf(1)
		for _, o := range w.options[w.first[s]:w.first[s+1]] {
			c := 0.0
			if o.item >= 0 {
				c = float64(o.last)
			}
			if o.left >= 0 {
				c += g.flow[o.left]
			}
			if o.right >= 0 {
				c += g.flow[o.right]
			}
			best = min(best, c)
		}
		g.flow[s] = best
	}
	return g.flow[len(w.first)-2]
}

// demand tells, by item, how much of it the words buy: the mean over those that
// have shares of it.
func (g *game) demand() []float64 {
	bought := make([]float64, len(g.table.Items))
	for n := range g.words {
		for _, o := range g.words[n].options {
			if o.item >= 0 {
				bought[o.item] += float64(o.last) * float64(o.use)
			}
		}
	}
	for t := range bought {
		bought[t] /= float64(g.table.Price[t])
	}
	return bought
}

// exp is the exponential function to seven digits, for arguments that are small
// most of the time; large ones are cut off, which only makes steps smaller.
func exp(x float64) float64 {
	if x > -0.7 && x < 0.7 {
		return 1 + x*(1+x*(1./2+x*(1./6+x*(1./24+x*(1./120+x*(1./720))))))
	}
	return math.Exp(max(-4, min(4, x)))
}

// widen gives at least n values, the new ones zero.
func widen[T any](old []T, n int) []T {
	if n <= cap(old) {
		return old[:max(n, len(old))]
	}
	return append(make([]T, 0, n+n/2), old...)[:n]
}
