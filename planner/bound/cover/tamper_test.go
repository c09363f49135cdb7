package cover

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"facet/model"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// Whatever number of a certificate's file is changed, the file is refused with
// one printable sentence, or what it proves is still true.
func TestTamperedCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	number := regexp.MustCompile(`-?\d+`)
	refused, held := 0, 0
	for n := range 60 {
		shapes := linegraphtest.Shapes(4 + n%5)
		g := linegraphtest.RandomDag(r, shapes[n%4])
		x := linegraphtest.Solver{Limit: 4000}
		optimum, ok := x.Optimum(model.NewState(g))
		if !ok {
			continue
		}
		in, _ := linegraph.FromState(model.NewState(g))
		tree := Prove(context.Background(), in, Options{Incumbent: optimum}, 50)
		c, err := certificate.New(g, nil, tree.Bound, Certify(in, tree))
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := certificate.Write(&file, c); err != nil {
			t.Fatal(err)
		}
		places := number.FindAllIndex(file.Bytes(), -1)
		for range 40 {
			p := places[1+r.IntN(len(places)-1)] // the first is the format's
			old, err := strconv.ParseInt(string(file.Bytes()[p[0]:p[1]]), 10, 64)
			if err != nil {
				continue // of the fingerprint
			}
			other := strconv.FormatInt(old+[...]int64{1, -1, 10, 1 << 40, -old, -2 * old}[r.IntN(6)], 10)
			text := append(append(append([]byte(nil), file.Bytes()[:p[0]]...), other...),
				file.Bytes()[p[1]:]...)
			read, err := certificate.Read(bytes.NewReader(text))
			v := certificate.Verdict{}
			if err == nil {
				v, err = certificate.Verify(g, read)
			}
			switch {
			case err != nil:
				refused++
				for _, c := range err.Error() {
					if !strconv.IsPrint(c) {
						t.Errorf("the error %q cannot be printed", err)
					}
				}
			case v.Bound > optimum:
				t.Fatalf("accepted %s above the optimum %s\n%s", v, optimum, text)
			default:
				held++
			}
		}
	}
	t.Logf("%d changed files refused, %d still prove something true", refused, held)
	if refused == 0 || held == 0 {
		t.Error("no change was refused, or none was harmless")
	}
}
