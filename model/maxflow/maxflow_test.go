package maxflow_test

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/maxflow"
)

type arc struct {
	from, to int32
	capacity model.Cost
}

// network gives random arcs among nodes; some have no limit.
func network(rng *rand.Rand, nodes int) (all []arc) {
	for range rng.IntN(3 * nodes) {
		a := arc{rng.Int32N(int32(nodes)), rng.Int32N(int32(nodes)), model.Cost(rng.IntN(10))}
		if rng.IntN(8) == 0 {
			a.capacity = model.Saturated
		}
		all = append(all, a)
	}
	return all
}

func made(nodes int, all []arc) (n *maxflow.Network, numbers []int32) {
	n = maxflow.New(nodes - 1)
	n.Add()
	for _, a := range all {
		numbers = append(numbers, n.Connect(a.from, a.to, a.capacity))
	}
	return n, numbers
}

// across is what the arcs that leave a side can carry.
func across(all []arc, side func(node int32) bool) (sum model.Cost) {
	for _, a := range all {
		if side(a.from) && !side(a.to) {
			sum = sum.Add(a.capacity)
		}
	}
	return sum
}

// The largest flow is the smallest of all cuts, keeps to the capacities and to what flows
// into each node, and comes apart into paths.
func TestFlowIsTheSmallestCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 2000 {
		nodes := 2 + rng.IntN(6)
		all := network(rng, nodes)
		source, sink := int32(0), int32(nodes-1)
		least := model.Saturated
		for set := range 1 << nodes {
			side := func(node int32) bool { return set>>node&1 == 1 }
			if side(source) && !side(sink) {
				least = min(least, across(all, side))
			}
		}
		n, numbers := made(nodes, all)
		flow := n.Flow(source, sink, model.Saturated)
		if flow != least {
			t.Fatalf("the flow is %s and the smallest cut %s: %v", flow, least, all)
		}
		cut, _ := made(nodes, all)
		side := cut.Cut(source, sink)
		if least < model.Saturated && (side[sink] || !side[source] ||
			across(all, func(node int32) bool { return side[node] }) != least) {
			t.Fatalf("the cut %v costs not %s: %v", side, least, all)
		}
		if some, _ := made(nodes, all); least > 3 {
			if got := some.Flow(source, sink, 3); got != 3 {
				t.Fatalf("a flow of 3 has %s: %v", got, all)
			}
		}
		if least.IsSaturated() {
			continue
		}
		into := make([]model.Cost, nodes)
		for k, a := range all {
			carried := n.Carries(numbers[k])
			if carried < 0 || carried > a.capacity {
				t.Fatalf("arc %d of %v carries %s", k, all, carried)
			}
			into[a.to], into[a.from] = into[a.to]+carried, into[a.from]-carried
		}
		for v, sum := range into {
			if inner := int32(v) != source && int32(v) != sink; inner && sum != 0 {
				t.Fatalf("%s stays at node %d of %v", sum, v, all)
			}
		}
		for left := flow; left > 0; {
			_, amount := n.Path(source, sink, left)
			if amount <= 0 || amount > left {
				t.Fatalf("a path carries %s of %s: %v", amount, left, all)
			}
			left -= amount
		}
	}
}
