package style_test

import (
	"testing"

	"facet/ui/draw/style"
)

func TestTable(t *testing.T) {
	got := style.Table("lrml", [][]string{
		{"method", "total", "", "what"},
		{"界", "1 000", "*", "wide characters take two cells"},
		{"longer name", "7"},
	})
	const want = "" +
		"method       total   what\n" +
		"界           1 000*  wide characters take two cells\n" +
		"longer name      7\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
