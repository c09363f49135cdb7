package waterfall

import (
	"math"

	"facet/planner/words"
)

// game is the play of words against items. All its numbers are floating-point:
// it proves nothing.
type game struct {
	table   *words.Table
	check   func(work int) error
	words   []player
	first   []int32   // by place and one more: where its options begin
	options []option  // of all places of all words
	total   []float64 // by place: the chances of its options before they are divided by their sum
	flow    []float64 // by place: how often the word derives itself through it
	level   []float64 // by item: what makes its shares add up to its price
	sum     []float64 // by item: of its shares in the round that is being played
	weight  float64   // of the rounds in the mean, together
	used    []float32 // by option: how often it was used, times weight of the round
	rules   rules
	rounds  int
	value   float64 // what a word pays on average
}

// player is a word: its stretches are places, one after the other, parts before
// wholes.
type player struct {
	begin, end int32 // of its places
	value      float64
}

// option is an option of a stretch of one word.
type option struct {
	item, left, right int32   // the parts are places, or -1
	chance            float32 // given that the stretch is derived
	share             float32 // of the item's price, before it is brought to level
	last              float32 // the share in the round before
	use               float32 // how often the word used it in the round before
	mean              float32 // of the shares, times weight
	fee               float32 // what rules charge
}

// Steps of both sides: a word loses interest in an option by how much of its
// usual payment it costs, an item moves its price towards words that use it.
const (
	wordStep = 0.3
	itemStep = 3
	tiny     = 1e-30
)

func newGame(t *words.Table, check func(int) error) *game { return &game{table: t, check: check} }

// admit lets the words join that do not play yet. The ones that do have divided
// the prices already; the new ones begin with a small part, and the mean
// forgets most of what was before them.
func (g *game) admit(pool []*words.Word) {
	if len(pool) == len(g.words) {
		return
	}
	place := make([]int32, g.table.Stretches())
	began := len(g.options)
	fresh := len(g.words)
	if fresh == 0 {
		g.first = append(g.first, 0)
	}
	for _, w := range pool[fresh:] {
		p := player{begin: int32(len(g.first) - 1)}
		for _, s := range w.Stretches {
			place[s] = int32(len(g.first) - 1)
			list := g.table.Options(s)
			for _, o := range list {
				c := option{item: o.Item, left: -1, right: -1, chance: 1 / float32(len(list)), share: 1}
				if o.Left >= 0 {
					c.left = place[o.Left]
				}
				if o.Right >= 0 {
					c.right = place[o.Right]
				}
				g.options = append(g.options, c)
			}
			g.first = append(g.first, int32(len(g.options)))
		}
		p.end = int32(len(g.first) - 1)
		g.words = append(g.words, p)
	}
	if g.rules.watching {
		g.watch() // anew: the words use other options now
	}
	g.total, g.flow = widen(g.total, len(g.first)), widen(g.flow, len(g.first))
	g.level, g.sum = widen(g.level, len(g.table.Items)), widen(g.sum, len(g.table.Items))
	g.divide(began)
	for n := fresh; n < len(g.words); n++ {
		g.words[n].value = g.cheapest(&g.words[n])
	}
	const kept = 0.1
	for k := range g.options[:began] {
		g.options[k].mean *= kept
	}
	g.weight *= kept
	for n := range g.rules.list {
		g.rules.list[n].mean *= kept
	}
}

// divide gives the options from began on their first shares: an even part of the
// price in the first round, later half of what is usual.
func (g *game) divide(began int) {
	count := make([]float64, len(g.table.Items))
	for _, o := range g.options {
		if o.item >= 0 {
			count[o.item]++
		}
	}
	for k := range g.options {
		o := &g.options[k]
		if o.item < 0 {
			continue
		}
		price := float64(g.table.Price[o.item])
		if k >= began {
			o.last = float32(price / count[o.item])
			o.share = o.last
			if began > 0 {
				o.share /= 2
			}
		}
	}
	clear(g.sum)
	for k := range g.options {
		if o := &g.options[k]; o.item >= 0 {
			g.sum[o.item] += float64(o.share)
		}
	}
}

// round plays one round of all words and then of all items. What the items do
// takes effect when the words look at their shares.
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
		g.choose(w)
		g.buy(w)
	}
	g.observe()
	return g.check(3 * len(g.options))
}

// choose brings the chances of a word's options up to date, parts before wholes.
func (g *game) choose(w *player) {
	step := wordStep / max(w.value, 0.1*g.value, tiny)
	weight := float32(g.rounds)
	for s := w.begin; s < w.end; s++ {
		sum := 0.0
		list := g.options[g.first[s]:g.first[s+1]]
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
	g.flow[w.end-1] = 1
	paid := 0.0
	for s := w.end - 1; s >= w.begin; s-- {
		flow := g.flow[s]
		list := g.options[g.first[s]:g.first[s+1]]
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
		}
	}
	w.value += 0.1 * (paid - w.value)
}

// cheapest is the cheapest derivation of a word under its last shares.
func (g *game) cheapest(w *player) float64 {
	for s := w.begin; s < w.end; s++ {
		best := math.Inf(1)
		for _, o := range g.options[g.first[s]:g.first[s+1]] {
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
	return g.flow[w.end-1]
}

// demand tells, by item, how much of it the words buy: the mean over those that
// have shares of it.
func (g *game) demand() []float64 {
	bought := make([]float64, len(g.table.Items))
	for _, o := range g.options {
		if o.item >= 0 {
			bought[o.item] += float64(o.last) * float64(o.use)
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
