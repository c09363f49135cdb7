package narration

import (
	"testing"

	"facet/model"
	"facet/ui/draw/style"
)

func TestCostsInWords(t *testing.T) {
	fine := style.New(style.Auto, false, func(string) string { return "" })
	for _, c := range []struct{ got, want string }{
		{batch("n_i", "T", 10, 20, model.Curve{}, "·"), "n_i·T = 10·20"},
		{batch("n_i", "T", 10, 20, model.Curve{Setup: 120}, "·"), "T(10) = 120 + 10·20"},
		{batch("n_j", "A", 10, 20, model.Curve{Width: 4}, "·"), "A(10) = ceil(10/4)·20"},
		{batch("n_i", "T", 10, 20, model.Curve{Setup: 5, Colors: 3}, "*"), "T(3 colours) = 5 + 3*20"},
		{curve("T", 20, model.Curve{Colors: 3}), "T 20"},
		{curve("T", 20, model.Curve{Setup: 120}), "T(k) = 120 + 20 k"},
		{curve("A", 20, model.Curve{Width: 4}), "A(k) = 0 + 20 ceil(k/4)"},
		{multiplications(model.Product{Cost: 1}, "·", 2, 3, 4), "n_i·n_j·n_k = 2·3·4"},
		{multiplications(model.Product{Cost: 5, Setup: 7}, "·", 2, 3, 4), "s + c·n_i·n_j·n_k = 7 + 5·2·3·4"},
		{plot(fine, &model.Edge{Tangent: 10, Adjoint: 20}, 16), ""},
		{plot(fine, &model.Edge{Tangent: 10, Adjoint: 20, TangentCurve: model.Curve{Width: 8}}, 16),
			"T ▁▁▁▁▁▁▁▁ A ▂▃▄▅▆▇██ to k = 16"},
		{plot(fine.WithASCII(true), &model.Edge{Tangent: 10, Adjoint: 5,
			AdjointCurve: model.Curve{Setup: 80}}, 16), "T 23456788 A 56677888 to k = 16"},
		{inTime(&model.Dag{}, 10), ""},
		{inTime(&model.Dag{Extra: []model.Attribute{{Name: "unit_seconds", Value: "2e-9"}}}, 1500),
			" (3 us)"},
		{madeBy(model.Vertex{Size: 20, Extra: []model.Attribute{{Name: "module", Value: "step"},
			{Name: "file", Value: "heat.py"}, {Name: "line", Value: "12"}}}), "step (heat.py:12)   n = 20"},
		{madeBy(model.Vertex{Extra: []model.Attribute{{Name: "operation", Value: "x * y"},
			{Name: "line", Value: "3"}}}), "x * y, line 3"},
		{madeBy(model.Vertex{Extra: []model.Attribute{{Name: "line", Value: "3"}}}), ""},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
