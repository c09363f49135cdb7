package class

import (
	"fmt"
	"testing"

	"facet/model"
	"facet/ui/files/store"
)

// What strangers can have the class remember has an end, and takes nothing from what the
// lecturer has asked.
func TestMemoryHasAnEnd(t *testing.T) {
	r := New()
	task := bat22(t)
	r.open(task)
	note := func(question, who string, total model.Cost) {
		r.note(question, &Person{who: who}, Outcome{Total: total})
	}
	note(ofPuzzle("bat-22"), "ada", 22)
	for k := range 200 { // that the lecturer has not opened
		note(ofPuzzle(fmt.Sprint(k)), "x", 1)
	}
	for k := range mostOfDags * 3 {
		note(ofDag(fmt.Sprint(k)), "x", 1)
	}
	last := ofPuzzle("last")
	r.results.ask(last)
	for k := range mostAnswers {
		note(last, guest(k+1), 1)
	}
	if n := len(r.results.of(last)); n != mostUnknown {
		t.Errorf("%d answers of people without a key", n)
	}
	for k := range mostAnswers * 2 {
		note(last, fmt.Sprint(k), 1)
	}
	if n := len(r.results.of(last)); n != mostAnswers {
		t.Errorf("%d answers", n)
	}
	if n := len(r.results.all); n != 2+mostOfDags {
		t.Errorf("%d questions", n)
	}
	if r.results.of(ofPuzzle("bat-22"))["ada"].Total != 22 {
		t.Error("the answer to the puzzle that is open was dropped")
	}
	for k := range 2 * mostAnswers {
		r.crowd(fmt.Sprint(k))
	}
	if len(r.most) != mostAnswers {
		t.Errorf("%d addresses are remembered", len(r.most))
	}
}

// People without a key count once for each that is connected at the same time, however
// often they come; what was reached stays.
func TestKeylessCountOnce(t *testing.T) {
	c := New()
	task := bat22(t)
	c.open(task)
	solve := func(p *Person) {
		p.Tried(store.Puzzle{Name: "bat-22", Best: 22, Solved: true})
	}
	for range 30 {
		connection := new(int)
		one, two := c.Enter(Who{Name: "x", From: "192.0.2.1", Guest: connection}),
			c.Enter(Who{Name: "x", From: "192.0.2.1", Guest: connection})
		solve(one)
		solve(two)
		one.Leave()
		two.Leave()
		two.Leave()
	}
	if s := c.See(); len(s.Answers) != 30 || len(s.Counted) != 1 {
		t.Errorf("one guest gives %d answers, of which %d count", len(s.Answers), len(s.Counted))
	}
	var hall []*Person
	for k := range 20 { // behind one address, at the same time
		hall = append(hall, c.Enter(Who{Name: fmt.Sprint(k), From: "192.0.2.1", Guest: new(int)}))
		solve(hall[k])
	}
	solve(c.Enter(Who{Name: "far", From: "192.0.2.2", Guest: new(int)}))
	solve(c.Enter(Who{Name: "known", Key: "abc", From: "192.0.2.1"}))
	for _, p := range hall {
		p.Leave()
	}
	s := c.See()
	if len(s.Counted) != 22 || s.Counted.keyless() != 21 {
		t.Errorf("%d answers, %d without a key", len(s.Counted), s.Counted.keyless())
	}
}

// Keys are free: as many count from an address as have been there at the same time. Each
// has its row in the results, which say what counts as one, also after a restart.
func TestFreshKeysCountOnce(t *testing.T) {
	c := New()
	task := bat22(t)
	c.open(task)
	come := func(key string, best model.Cost) *Person {
		p := c.Enter(Who{Name: key, Key: key, From: "192.0.2.1"})
		p.Tried(store.Puzzle{Name: "bat-22", Best: best,
			Solved: best == 22})
		return p
	}
	for k := range 220 {
		come(fmt.Sprint("key", k), model.Cost(30-k%9)).Leave()
	}
	s := c.See()
	if len(s.Answers) != 220 || len(s.Counted) != 1 {
		t.Errorf("%d keys of one person count as %d", len(s.Answers), len(s.Counted))
	}
	if bars := s.bars(16, 22, false); len(bars) != 1 || bars[0].people != 1 || bars[0].done != 1 {
		t.Errorf("the histogram is %+v", bars)
	}
	c.Enter(Who{Name: "Grace", Key: "listed", Listed: true, From: "192.0.2.1"}).Leave()
	all := c.Results()
	again := New()
	again.Restore(all)
	again.open(task)
	if s := again.See(); len(all) != 220 || len(s.Counted) != 1 {
		t.Errorf("after a restart %d of %d count", len(s.Counted), len(all))
	}
	first, second := come("key0", 22), come("key1", 22) // who are there at the same time are two
	if s := c.See(); len(s.Counted) != 2 {
		t.Errorf("two count as %d", len(s.Counted))
	}
	first.Leave()
	second.Leave()
	var hall []*Person
	for k := range 400 { // a class behind one router
		hall = append(hall, come(fmt.Sprint("student", k), 22))
	}
	if s := c.See(); len(s.Counted) < 400 {
		t.Errorf("a class of 400 counts as %d", len(s.Counted))
	}
	for _, p := range hall {
		p.Leave()
	}
}

// Results are handed out, and taken back after a restart.
func TestResultsComeBack(t *testing.T) {
	c := New()
	task := bat22(t)
	c.open(task)
	for name, key := range map[string]string{"Ada": "k1", "ben": ""} {
		p := c.Enter(Who{Name: name, Key: key, From: "192.0.2.1"})
		p.Tried(store.Puzzle{Name: "bat-22", Best: 23, Hints: 2,
			Asked: 2})
		p.Tried(store.Puzzle{Name: "private", Best: 1})
	}
	all := c.Results()
	if len(all) != 2 || all[0].Name != "Ada" || !all[0].Counts || all[1].Name != "ben 1" {
		t.Fatalf("%+v", all)
	}
	for k := range all { // addresses are not kept
		all[k].from = ""
	}
	again := New()
	again.Restore(all)
	if back := again.Results(); fmt.Sprint(back) != fmt.Sprint(all) {
		t.Errorf("%+v\n%+v", back, all)
	}
	other := again.Enter(Who{Name: "ben", From: "192.0.2.1"})
	if other.who == all[1].Who {
		t.Error("a new guest has the results of one before")
	}
}
