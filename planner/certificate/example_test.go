package certificate_test

import (
	"fmt"
	"os"

	"facet/model"
	"facet/planner/certificate"
)

// product is a dag of two matrices, of 3 by 2 and 5 by 3 entries.
func product() *model.Dag {
	g, err := model.NewDag("product",
		[]model.Vertex{{ID: "x", Size: 2}, {ID: "y", Size: 3}, {ID: "z", Size: 5}},
		[]model.Edge{{Source: 0, Target: 1, HasJacobian: true}, {Source: 1, Target: 2, HasJacobian: true}})
	if err != nil {
		panic(err)
	}
	return g
}

// The product of two matrices costs 2·3·5 = 30. The proof packs paths: two units
// arrive at y from the source, and five leave it for the sink.
func ExampleVerify() {
	g := product()
	face := model.NewState(g).AllFaces()[0]
	ops := []model.Op{model.Eliminate(face, model.MUL)}
	proof := &certificate.Proof{Packing: &certificate.Packing{In: []int64{2, 0}, Out: []int64{0, 5}}}
	c, err := certificate.New(g, ops, 30, proof)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(certificate.Verify(g, c))

	c.Bound = 31 // more than the paths prove
	_, err = certificate.Verify(g, c)
	fmt.Println(err)
	// Output:
	// proved: 30 is optimal <nil>
	// the bound 31 is not proved: the packing proves 30 only
}

// A certificate is written as one JSON object; docs/certificates.md has its fields.
func ExampleWrite() {
	proof := &certificate.Proof{Packing: &certificate.Packing{In: []int64{2, 0}, Out: []int64{0, 5}}}
	c, err := certificate.New(product(), nil, 30, proof)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := certificate.Write(os.Stdout, c); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"format": "facet certificate 4",
	// "dag": "b5f87dcfb85484574a44daadee18765b",
	// "bound": 30,
	// "resources": [],
	// "leaves": [
	//  {"packing": {"in": [2,0], "out": [0,5]}}],
	// "proof": 0}
}
