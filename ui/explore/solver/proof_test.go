package solver

import (
	"bytes"
	"os"
	"testing"
	"testing/synctest"

	"facet/ui/files/archive"
)

// I on the page and :certificate write a proof of the run, which facet verify accepts.
func TestCertificates(t *testing.T) { synctest.Test(t, certificates) }

func certificates(t *testing.T) {
	t.Chdir(t.TempDir())
	kept := &memory{}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}, w: 120, h: 40})
	d.press("4", "I")
	if !d.sees("No run yet") {
		t.Errorf("without a run:\n%s", d.m.View())
	}
	d.press("b")
	d.until("the proof", func() bool { r := d.solver.study.run(); return r != nil && !r.live() && r.proven() })
	d.press("I")
	d.until("the file", func() bool {
		return d.sees("Saved a certificate to bat.certificate.json. Proved: 32 is optimal. facet verify DAG bat.certificate.json")
	})
	d.command("certificate other.json")
	d.until("the other file", func() bool { return d.sees("other.json") })
	for _, name := range []string{"bat.certificate.json", "other.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := archive.Verdict(sample(t, "bat"), text); err != nil || v != "proved: 32 is optimal" {
			t.Errorf("%s: %s, %v", name, v, err)
		}
	}
	// What was kept of the run while it was at work proves less.
	g := sample(t, "bat")
	text, err := os.ReadFile("other.json")
	if err != nil {
		t.Fatal(err)
	}
	less := bytes.Replace(text, []byte(`"bound": 32`), []byte(`"bound": 30`), 1)
	if v, err := archive.Verdict(g, less); err != nil || v == "proved: 32 is optimal" {
		t.Fatalf("the older proof: %s, %v\n%.300s", v, err, text)
	}
	for _, name := range kept.BestRuns(nil) {
		_ = kept.KeepProof(nil, name, less)
	}
	d.command("certificate third.json")
	d.until("the third file", func() bool { return d.sees("third.json") })
	if text, err = os.ReadFile("third.json"); err != nil {
		t.Fatal(err)
	}
	if v, err := archive.Verdict(g, text); err != nil || v != "proved: 32 is optimal" {
		t.Errorf("with an older proof: %s, %v", v, err)
	}
}
