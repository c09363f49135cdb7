package explorer

import (
	"fmt"
	"os"
	"testing"

	"facet/ui/theme"
)

func TestLook(t *testing.T) {
	if os.Getenv("LOOK") == "" {
		t.Skip()
	}
	d := start(t, testOptions(sample(t, "bat"), theme.Mono, false), 80, 24)
	fmt.Println(d.screen())
	d.press("2", "enter")
	fmt.Println(d.screen())
	d = start(t, testOptions(sample(t, "bat"), theme.Mono, false), 120, 40)
	d.press("enter", "enter")
	fmt.Println(d.screen())
}
