package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
)

// mathFunctions is package math: what the type checker knows of it, and what is computed
// where all operands are constant. Beside these it has those whose derivatives are known.
var mathFunctions = func() map[string]any {
	all := map[string]any{
		"Dim": math.Dim, "Erfcinv": math.Erfcinv, "Erfinv": math.Erfinv, "Float32bits": math.Float32bits,
		"Float32frombits": math.Float32frombits, "Float64bits": math.Float64bits,
		"Float64frombits": math.Float64frombits, "Frexp": math.Frexp, "Gamma": math.Gamma,
		"Ilogb": math.Ilogb, "Inf": math.Inf, "IsInf": math.IsInf, "IsNaN": math.IsNaN, "J0": math.J0,
		"J1": math.J1, "Jn": math.Jn, "Ldexp": math.Ldexp, "Lgamma": math.Lgamma, "Logb": math.Logb,
		"Modf": math.Modf, "NaN": math.NaN, "Nextafter": math.Nextafter,
		"Nextafter32": math.Nextafter32, "Pow10": math.Pow10, "Remainder": math.Remainder,
		"RoundToEven": math.RoundToEven, "Signbit": math.Signbit, "Sincos": math.Sincos, "Y0": math.Y0,
		"Y1": math.Y1, "Yn": math.Yn,
	}
	for name, f := range functions {
		switch {
		case f.one != nil:
			all[name] = f.one
		case f.two != nil:
			all[name] = f.two
		default:
			all[name] = f.three
		}
	}
	return all
}()

const mathConstants = `
const (
	E       = 2.71828182845904523536028747135266249775724709369995957496696763
	Pi      = 3.14159265358979323846264338327950288419716939937510582097494459
	Phi     = 1.61803398874989484820458683436563811772030917980576286213544862
	Sqrt2   = 1.41421356237309504880168872420969807856967187537694807317667974
	SqrtE   = 1.64872127070012814684865078781416357165377610071014801157507931
	SqrtPi  = 1.77245385090551602729816748334114518279754945612238712821380779
	SqrtPhi = 1.27201964951406896425242246173749149171560804184009624861664038
	Ln2     = 0.693147180559945309417232121458176568075500134360255254120680009
	Log2E   = 1 / Ln2
	Ln10    = 2.30258509299404568401799145468436420760110148862877297603332790
	Log10E  = 1 / Ln10

	MaxFloat32             = 0x1p127 * (1 + (1 - 0x1p-23))
	SmallestNonzeroFloat32 = 0x1p-126 * 0x1p-23
	MaxFloat64             = 0x1p1023 * (1 + (1 - 0x1p-52))
	SmallestNonzeroFloat64 = 0x1p-1022 * 0x1p-52

	MaxInt    = 1<<63 - 1
	MinInt    = -1 << 63
	MaxInt8   = 1<<7 - 1
	MinInt8   = -1 << 7
	MaxInt16  = 1<<15 - 1
	MinInt16  = -1 << 15
	MaxInt32  = 1<<31 - 1
	MinInt32  = -1 << 31
	MaxInt64  = 1<<63 - 1
	MinInt64  = -1 << 63
	MaxUint   = 1<<64 - 1
	MaxUint8  = 1<<8 - 1
	MaxUint16 = 1<<16 - 1
	MaxUint32 = 1<<32 - 1
	MaxUint64 = 1<<64 - 1
)
`

// functionsOf declares Go functions in the order of their names.
func functionsOf(all map[string]any) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.WriteString("func " + name + strings.TrimPrefix(reflect.TypeOf(all[name]).String(), "func") + "\n")
	}
	return b.String()
}

// stubs are the packages that a function may mention. Only math can be carried
// out; the others stand in branches that are not taken.
func stubs() map[string]string {
	return map[string]string{
		"math":   "package math\n" + mathConstants + functionsOf(mathFunctions),
		"errors": "package errors\n" + functionsOf(map[string]any{"New": errors.New}),
		"fmt": "package fmt\n" + functionsOf(map[string]any{
			"Errorf": fmt.Errorf, "Print": fmt.Print, "Printf": fmt.Printf, "Println": fmt.Println,
			"Sprint": fmt.Sprint, "Sprintf": fmt.Sprintf, "Sprintln": fmt.Sprintln,
		}),
	}
}

// stubImporter imports the packages of stubs from their declarations, so that
// reading needs no Go distribution.
type stubImporter struct {
	fset   *token.FileSet
	texts  map[string]string
	loaded map[string]*types.Package
}

var _ types.Importer = (*stubImporter)(nil)

func (s *stubImporter) Import(path string) (*types.Package, error) {
	if pkg := s.loaded[path]; pkg != nil {
		return pkg, nil
	}
	text, ok := s.texts[path]
	if !ok {
		return nil, fmt.Errorf("package %s is not known", path)
	}
	file, err := parser.ParseFile(s.fset, path+".go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	config := types.Config{IgnoreFuncBodies: true}
	pkg, err := config.Check(path, s.fset, []*ast.File{file}, nil)
	if err == nil {
		s.loaded[path] = pkg
	}
	return pkg, err
}
