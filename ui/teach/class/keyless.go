package class

import (
	"strconv"
	"strings"
)

// keyless counts people without a key, who cannot be recognised and may come again and
// again. From one address there are as many as are connected at the same time: one who
// comes takes the number of one who has gone, and what those two reach counts once.
type keyless struct {
	numbers int // that were given out
	places  map[string][]*place
}

// place is one of those from an address.
type place struct {
	number     int
	connection any // who has it now
	sessions   int
}

// mostKeyless is how many people without a key are told apart; all others are one.
const mostKeyless = 2000

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

// enter gives the number of the person behind a connection. leave has to be called once,
// under the same lock.
func (k *keyless) enter(from string, connection any) (number int, leave func()) {
	if connection == nil {
		connection = new(place)
	}
	p := k.place(from, connection)
	p.connection = connection
	p.sessions++
	return p.number, func() {
		if p.sessions--; p.sessions == 0 {
			p.connection = nil
		}
	}
}

// place is that of a connection, else the first that is free, else a new one.
func (k *keyless) place(from string, connection any) *place {
	var free *place
	for _, p := range k.places[from] {
		switch {
		case p.connection == connection:
			return p
		case p.connection == nil && free == nil:
			free = p
		}
	}
	if free != nil {
		return free
	}
	if k.numbers >= mostKeyless {
		return &place{number: mostKeyless}
	}
	if k.places == nil {
		k.places = make(map[string][]*place)
	}
	k.numbers++
	p := &place{number: k.numbers}
	k.places[from] = append(k.places[from], p)
	return p
}
