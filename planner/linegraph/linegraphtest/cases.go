package linegraphtest

import (
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/samples"
)

// Case is a dag of known optimum.
type Case struct {
	Name    string
	Dag     *model.Dag
	Optimum model.Cost
}

// Cases are the dags that come with facet, and two of them where all Jacobians are given.
func Cases(t testing.TB) []Case {
	t.Helper()
	all := []Case{
		{"lion classic", modeltest.Sample(t, "lion").Classic(), 11},
		{"bat classic", modeltest.Sample(t, "bat").Classic(), 22},
	}
	for _, s := range samples.All() {
		all = append(all, Case{s.Name, modeltest.Sample(t, s.Name), model.Cost(s.Optimum)})
	}
	return all
}
