package cells

import "testing"

func TestWidthIsThatOfTheClusters(t *testing.T) {
	for _, test := range []struct {
		text            string
		width, clusters int
	}{
		{"", 0, 0}, {"abc", 3, 3}, {"é", 1, 1}, {"e\u0301", 1, 1}, {"日本", 4, 2}, {"a\tb\x7f", 4, 4},
		{"\u0301a", 1, 1},
	} {
		list := Clusters(test.text)
		if Width(test.text) != test.width || len(list) != test.clusters {
			t.Errorf("%q: %d cells in %d clusters, want %d in %d", test.text, Width(test.text), len(list),
				test.width, test.clusters)
		}
		sum := 0
		for _, c := range list {
			sum += c.Width
		}
		if sum != test.width {
			t.Errorf("%q: its clusters fill %d cells, want %d", test.text, sum, test.width)
		}
	}
}
