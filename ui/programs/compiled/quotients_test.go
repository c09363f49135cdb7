package compiled_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

// TestQuotientsAtOnce: quotients that are computed four at once are those that are computed
// one by one, to the last bit, zero and infinity among them; also where a compiler has no
// vectors, and in C++ and single precision.
func TestQuotientsAtOnce(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil || testing.Short() {
		t.Skip("there is no g++, or the run is a short one")
	}
	text, err := os.ReadFile("testdata/bench/cascade.go")
	if err != nil {
		t.Fatal(err)
	}
	p, err := source.Read("cascade.go", text, "")
	if err != nil {
		t.Fatal(err)
	}
	j := coded(t, rand.New(rand.NewPCG(1, 1)), p).Jacobian
	for _, single := range []bool{false, true} {
		float := map[bool]string{false: "double", true: "float"}[single]
		dir := t.TempDir()
		for name, f := range map[string]code.Form{"four": {Language: "c", Single: single},
			"one": {Language: "c", Single: single, Order: code.InSequence}} {
			out, err := j.Write(code.Origin{}, f)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(out, []byte("  FACET_DIVIDE4(")); (n > 2) != (name == "four") {
				t.Fatalf("%s: %d times four quotients\n%s", name, n, out)
			}
			out = bytes.ReplaceAll(out, []byte(strings.ToUpper(j.Name())), []byte(name))
			if err := os.WriteFile(filepath.Join(dir, name+".h"),
				bytes.ReplaceAll(out, []byte(j.Name()), []byte(name)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		main := fmt.Sprintf(`#include <math.h>
#include <stdio.h>
#include <string.h>
#ifdef NO_VECTORS
#undef __GNUC__
#endif
#include "four.h"
#include "one.h"
int main(void) {
  static const %[1]s special[5] = {0, (%[1]s)1.5, (%[1]s)-0.25, (%[1]s)3e-45, INFINITY};
  %[1]s x[6], v[6], k[6], a[25], b[25];
  int n, i, bad = 0;
  for (n = 0; n < 3125; ++n) {
    for (i = 0; i < 6; ++i) x[i] = special[(n + i * i) %% 5], v[i] = special[(n / 5 + i) %% 5], k[i] = special[(n / 25 + i * 3) %% 5];
    memset(a, 0, sizeof a), memset(b, 0, sizeof b);
    four(x, v, k, special[n / 625], a, a + 3);
    one(x, v, k, special[n / 625], b, b + 3);
    for (i = 0; i < 25; ++i) bad += memcmp(a + i, b + i, sizeof *a) != 0 && (a[i] == a[i] || b[i] == b[i]);
  }
  printf("%%d\n", bad);
  return 0;
}
`, float)
		if err := os.WriteFile(filepath.Join(dir, "main.c"), []byte(main), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"gcc -std=c99", "gcc -std=c99 -DNO_VECTORS", "g++ -x c++ -std=c++11"} {
			words := strings.Fields(by + " -O2 -ffp-contract=off -Wall -Wextra -pedantic -o race main.c -lm")
			build := exec.Command(words[0], words[1:]...)
			build.Dir = dir
			if out, err := build.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s: %v\n%.2000s", by, err, out)
				continue
			}
			if out, err := exec.Command(filepath.Join(dir, "race")).Output(); err != nil ||
				string(out) != "0\n" {
				t.Errorf("%s, %s: %s numbers differ, %v", by, float, bytes.TrimSpace(out), err)
			}
		}
	}
}
