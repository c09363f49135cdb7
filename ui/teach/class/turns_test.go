package class

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"facet/model/session"
	"facet/ui/uitest"
)

// Followers go to a step one after the other: the next begins when the one before is there, or
// has taken too long, and nobody waits whose explorer is closed.
func TestFollowersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := make(turns, 1)
		end, err := one.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := one.take(t.Context()); err != nil || time.Since(began) != longestTurn {
			t.Errorf("the next has its turn after %v: %v", time.Since(began), err)
		}
		end() // again, which takes no turn from the next
		closed, leave := context.WithCancel(t.Context())
		leave()
		if _, err := one.take(closed); !errors.Is(err, context.Canceled) {
			t.Errorf("who has left waits for a turn: %v", err)
		}
		time.Sleep(longestTurn)
	})
}

// Who tries moves of their own takes no turn from those who follow.
func TestWhoTriesTakesNoTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New()
		ada := c.Enter(Who{Name: "Ada", Key: "ada", Lecturer: true})
		ada.Lead()
		ada.Shown(snap(session.New(uitest.Sample(t, "bat"))))
		f := c.Follow(c.Onlooker())
		defer f.Close()
		f.Begin(nil)
		f.leave()
		began := time.Now()
		for range 3 * cap(c.turns) {
			c.positions.Set(f.position)
			f.Update(snap(session.New(uitest.Sample(t, "bat"))), f.await()())
		}
		if waited := time.Since(began); waited != 0 {
			t.Errorf("they waited for %v", waited)
		}
		time.Sleep(longestTurn)
	})
}
