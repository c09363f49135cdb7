package class

import (
	"strconv"
	"strings"
)

// chairs count people who cannot be recognised, since a key is free and none is needed: they may
// come again and again as others. From one address there are as many as are connected at the
// same time: one who comes takes the chair of one who has gone, and what those two reach counts
// once. Those who share a chair and are then here at the same time are two, and one gets
// another chair.
type chairs struct {
	numbers int // that were given out
	places  map[string][]*chair
}

// chair is one of those from an address.
type chair struct {
	number   int
	holder   any // who has it now: a connection, or a key
	sessions int
}

// mostChairs is how many people are told apart so; all others are one.
const mostChairs = 2000

// guest is the name of a person without a key.
func guest(number int) string { return "guest " + strconv.Itoa(number) }

// IsGuest reports whether a name is that of a person without a key.
func IsGuest(who string) bool { return numberOf(who) > 0 }

// numberOf is the number of a guest; 0 for everybody else.
func numberOf(who string) int {
	text, _ := strings.CutPrefix(who, "guest ")
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return max(0, n)
}

// enter gives the number of a person: of the chair that they had before, if it is free. leave
// has to be called once, under the same lock.
func (k *chairs) enter(from string, holder any, before int) (number int, leave func()) {
	if holder == nil {
		holder = new(chair)
	}
	p := k.chair(from, holder, before)
	p.holder = holder
	p.sessions++
	return p.number, func() {
		if p.sessions--; p.sessions == 0 {
			p.holder = nil
		}
	}
}

// chair is that of a holder, else the one before if it is free, else the first that is free,
// else a new one.
func (k *chairs) chair(from string, holder any, before int) *chair {
	var free *chair
	for _, p := range k.places[from] {
		switch {
		case p.holder == holder:
			return p
		case p.holder == nil && (free == nil || p.number == before):
			free = p
		}
	}
	if free != nil {
		return free
	}
	if k.numbers >= mostChairs {
		return &chair{number: mostChairs}
	}
	if k.places == nil {
		k.places = make(map[string][]*chair)
	}
	k.numbers++
	p := &chair{number: k.numbers}
	k.places[from] = append(k.places[from], p)
	return p
}
