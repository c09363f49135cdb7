package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A result that cannot be written is an error of every command.
func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, line := range []string{
		"cost bat", "cost --json bat", "show bat", "samples", "convert bat", "compare lion", "generate chain",
		"solve bat", "solve --json bat", "solve --log bat", "replay --partial bat -", "--help", "--version",
		"solve --help",
	} {
		var errors bytes.Buffer
		p := Program{Version: "1", In: strings.NewReader(""), Out: fullDisk{}, Err: &errors}
		code := p.Run(context.Background(), strings.Fields(line))
		if want := "facet: cannot write the result: no space left on device\n"; code != 1 ||
			errors.String() != want {
			t.Errorf("%s: exit code %d, %q, want 1, %q", line, code, errors.String(), want)
		}
	}
}

// An interrupted comparison keeps what it has.
func TestInterruptedComparison(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	for line, want := range map[string]string{
		"compare bat lion":   "BranchAndBound",
		"compare bat":        "interrupted",
		"compare --csv bat":  "bat,GreedyLocalCost,,0,false,",
		"compare --json bat": `"reason": "interrupted"`,
	} {
		var out, errors bytes.Buffer
		code := Program{Out: &out, Err: &errors}.Run(ctx, strings.Fields(line))
		if code != 1 || !strings.Contains(out.String(), want) ||
			errors.String() != "facet: interrupted before all methods were done\n" {
			t.Errorf("%s: exit code %d, %q, %q", line, code, errors.String(), out.String())
		}
	}
}
