package pattern

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"facet/model/excerpt"
)

// mostSpans is how many spans the text of one pattern may have.
const mostSpans = 4 << 20

// Parse reads a pattern of an n_j x n_i Jacobian:
//
//	dense                    each entry
//	diagonal                 rows and columns with the same number
//	identity                 diagonal, and all entries are 1
//	band L U                 row minus column from -U to L
//	rows 0 1;0-2;;1-3        the columns of each row; here of rows 0 to 3
//	select 4 5-7             row r has one entry, 1, in the r-th of these columns
//	block B of PATTERN       each entry of the pattern a dense B x B block
//
// Rows and columns count from 0. The error says what does not fit, and what would.
func Parse(text string, rows, columns int64) (*Pattern, error) {
	if rows > MostRows || columns > MostRows {
		return nil, fmt.Errorf("is a pattern of %d x %d: at most %d rows and columns are possible", rows,
			columns, int64(MostRows))
	}
	text = strings.Join(strings.Fields(text), " ")
	p, err := parse(text, rows, columns)
	if err != nil {
		return nil, err
	}
	if p.unknown {
		return nil, fmt.Errorf("is a pattern that takes more than %d MiB: make it coarser", MostBytes>>20)
	}
	p.text = text
	return p, nil
}

// mostRead is how many bytes the patterns of one file may take together.
const mostRead = 256 << 20

// Reader reads the patterns of one file: the same text for the same sizes once, no more than
// fit into 256 MiB, and none when its context has ended.
type Reader struct {
	ctx   context.Context
	known map[asRead]*Pattern
	bytes *int64
}

type asRead struct {
	text          string
	rows, columns int64
}

// NewReader begins a file.
func NewReader(ctx context.Context) Reader {
	return Reader{ctx, make(map[asRead]*Pattern), new(int64)}
}

// Read is [Parse], with the limit of a file. Sizes below 1 are the dag's to refuse: they
// have no pattern.
func (r Reader) Read(text string, rows, columns int64) (*Pattern, error) {
	if min(rows, columns) < 1 {
		return nil, nil
	}
	key := asRead{text, rows, columns}
	if p := r.known[key]; p != nil {
		return p, nil
	}
	if *r.bytes > mostRead {
		return nil, fmt.Errorf("takes the patterns of the file beyond %d MiB: make it coarser", mostRead>>20)
	}
	if err := r.ctx.Err(); err != nil {
		return nil, fmt.Errorf("is not read: %w", err)
	}
	p, err := Parse(text, rows, columns)
	if err != nil {
		return nil, err
	}
	*r.bytes += p.Bytes() + int64(len(text))
	r.known[key] = p
	return p, nil
}

func parse(text string, rows, columns int64) (*Pattern, error) {
	kind, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	square := func(what string) error {
		if rows != columns {
			return fmt.Errorf("is %s, but its Jacobian is %d x %d: use a pattern such as band 0 0, rows or select", what, rows, columns)
		}
		return nil
	}
	switch kind {
	case "dense", "diagonal", "identity":
		if rest != "" {
			return nil, fmt.Errorf("is %q: %s takes nothing behind it", text, kind)
		}
		if kind == "dense" {
			return Dense(rows, columns), nil
		}
		if err := square(kind); err != nil {
			return nil, err
		}
		return withUnit(band(rows, columns, 0, 0), kind == "identity"), nil
	case "band":
		return parseBand(rest, rows, columns)
	case "rows":
		return parseRows(rest, rows, columns)
	case "select":
		return parseSelect(rest, rows, columns)
	case "block":
		return parseBlock(rest, rows, columns)
	}
	return nil,
		fmt.Errorf("is %s: a pattern is dense, diagonal, identity, band L U, rows ..., select ... or block B of one of these", excerpt.Of(text))
}

func parseBand(text string, rows, columns int64) (*Pattern, error) {
	words := strings.Fields(text)
	if len(words) != 2 {
		return nil,
			fmt.Errorf("is band %s: write band L U, with how far the band reaches below and above the diagonal", excerpt.Bare(text))
	}
	var reach [2]int64
	for k, word := range words {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || n < -MostRows || n > MostRows {
			return nil, fmt.Errorf("is band %s: %s is no number of diagonals", excerpt.Bare(text),
				excerpt.Of(word))
		}
		reach[k] = n
	}
	if -reach[1] > reach[0] {
		return nil, fmt.Errorf("is band %d %d, which has no diagonal: row minus column is from -U to L",
			reach[0], reach[1])
	}
	return band(rows, columns, reach[0], reach[1]), nil
}

func band(rows, columns, lower, upper int64) *Pattern {
	b := newBuilder(int32(rows), int32(columns))
	for r := int64(0); r < rows && !b.tooLarge; r++ {
		lo, hi := max(0, r-lower), min(columns, r+upper+1)
		if lo >= hi {
			b.add(nil, 1)
			continue
		}
		b.add([]int32{int32(lo), int32(hi)}, 1)
	}
	return b.done()
}

// spanList reads "0 1 4-6" as spans, in the order of the text.
func spanList(text string, columns int64, spans []int32) ([]int32, error) {
	for word := range strings.FieldsSeq(text) {
		from, to, isRange := strings.Cut(word, "-")
		lo, err := strconv.ParseInt(from, 10, 64)
		hi := lo
		if err == nil && isRange {
			hi, err = strconv.ParseInt(to, 10, 64)
		}
		if err != nil || lo < 0 || hi < lo || from[0] == '+' {
			return nil, fmt.Errorf("%s is no column: write a number such as 3, or a range such as 0-2",
				excerpt.Of(word))
		}
		if hi >= columns {
			return nil, fmt.Errorf("column %d does not exist: there are %d, from 0 to %d", hi, columns,
				columns-1)
		}
		spans = append(spans, int32(lo), int32(hi)+1)
	}
	return spans, nil
}

func parseRows(text string, rows, columns int64) (*Pattern, error) {
	if n := int64(strings.Count(text, ";")) + 1; n != rows {
		return nil,
			fmt.Errorf("lists %d rows, but its Jacobian has %d: separate the columns of each by a semicolon",
				n, rows)
	}
	b := newBuilder(int32(rows), int32(columns))
	var spans []int32
	var err error
	total := 0
	for row := range strings.SplitSeq(text, ";") {
		if spans, err = spanList(row, columns, spans[:0]); err != nil {
			return nil, fmt.Errorf("has row %d wrong: %w", b.next, err)
		}
		spans = merged(spans)
		if total += len(spans) / 2; total > mostSpans {
			return nil, fmt.Errorf("lists more than %d spans of columns: make it coarser", mostSpans)
		}
		b.add(spans, 1)
	}
	return b.done(), nil
}

func parseSelect(text string, rows, columns int64) (*Pattern, error) {
	spans, err := spanList(text, columns, nil)
	if err != nil {
		return nil, fmt.Errorf("selects what is not there: %w", err)
	}
	n := int64(0)
	for k := 0; k < len(spans); k += 2 {
		n += int64(spans[k+1] - spans[k])
	}
	if n != rows {
		return nil, fmt.Errorf("selects %d entries, but its Jacobian has %d rows: one entry for each", n,
			rows)
	}
	b := newBuilder(int32(rows), int32(columns))
	b.p.unit = true
	for k := 0; k < len(spans); k += 2 {
		for c := spans[k]; c < spans[k+1] && !b.tooLarge; c++ {
			b.add([]int32{c, c + 1}, 1)
		}
	}
	return b.done(), nil
}

func parseBlock(text string, rows, columns int64) (*Pattern, error) {
	number, rest, _ := strings.Cut(text, " ")
	size, err := strconv.ParseInt(number, 10, 64)
	inner, hasOf := strings.CutPrefix(strings.TrimSpace(rest), "of ")
	if err != nil || size < 1 || size > MostRows || !hasOf {
		return nil, fmt.Errorf("is block %s: write block B of PATTERN, such as block 3 of band 1 1",
			excerpt.Bare(text))
	}
	if rows%size != 0 || columns%size != 0 {
		return nil, fmt.Errorf("has blocks of %d, but its Jacobian is %d x %d: both must be multiples", size,
			rows, columns)
	}
	if strings.HasPrefix(strings.TrimSpace(inner), "block") {
		return nil, fmt.Errorf("is a block of blocks: write block B of one of the other patterns")
	}
	p, err := parse(strings.TrimSpace(inner), rows/size, columns/size)
	if err != nil {
		return nil, fmt.Errorf("has a block pattern that %w", err)
	}
	return p.blocks(int32(size)), nil
}

// blocks is the pattern with a dense block for each entry.
func (p *Pattern) blocks(size int32) *Pattern {
	if p.unknown {
		return unknownPattern(p.rows*size, p.cols*size)
	}
	b := newBuilder(p.rows*size, p.cols*size)
	var spans []int32
	for r := range p.starts {
		spans = p.run(r, spans[:0])
		for k := range spans {
			spans[k] *= size
		}
		for range p.end(r) - p.starts[r] {
			b.add(spans, size)
		}
	}
	return b.done()
}

// Text writes the pattern so that [Parse] reads the same: as in the file where it came
// from one, otherwise in the shortest form that there is.
func (p *Pattern) Text() string {
	switch {
	case p.text != "":
		return p.text
	case p.unknown:
		return "unknown"
	case p.unit:
		return selection(p)
	case p.IsDense():
		return "dense"
	}
	if lower, upper, ok := BandOf(p); ok {
		if lower == 0 && upper == 0 && p.rows == p.cols {
			return "diagonal"
		}
		return fmt.Sprintf("band %d %d", lower, upper)
	}
	return p.byRows()
}

// Canonical writes the pattern in the one way that depends on its entries alone: "rows"
// and the spans of each row, after "unit" where all entries are 1. Spans are ascending
// and do not touch.
func (p *Pattern) Canonical() string {
	if p.unit {
		return "unit " + p.byRows()
	}
	return p.byRows()
}

func (p *Pattern) byRows() string {
	text := []byte("rows ")
	var spans []int32
	for r := range p.starts {
		spans = p.run(r, spans[:0])
		for n := p.starts[r]; n < p.end(r); n++ {
			if n > 0 {
				text = append(text, ';')
			}
			text = writeSpans(text, spans)
		}
	}
	return string(text)
}

// Short is Text where that is a few words, otherwise what can be said in them.
func (p *Pattern) Short() string {
	if t := p.Text(); len(t) <= 24 {
		return t
	}
	if p.unit {
		return "a selection"
	}
	return "by rows"
}

// selection writes a unit pattern.
func selection(p *Pattern) string {
	var chosen []int32
	isIdentity := p.rows == p.cols
	var spans []int32
	for r := range p.starts {
		spans = p.run(r, spans[:0])
		for n := p.starts[r]; n < p.end(r); n++ {
			isIdentity = isIdentity && spans[0] == n
			if last := len(chosen) - 1; last > 0 && chosen[last] == spans[0] {
				chosen[last]++
			} else {
				chosen = append(chosen, spans[0], spans[0]+1)
			}
		}
	}
	if isIdentity {
		return "identity"
	}
	return string(writeSpans([]byte("select "), chosen))
}

func writeSpans(text []byte, spans []int32) []byte {
	for k := 0; k < len(spans); k += 2 {
		if k > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(spans[k]), 10)
		if spans[k+1] > spans[k]+1 {
			text = strconv.AppendInt(append(text, '-'), int64(spans[k+1])-1, 10)
		}
	}
	return text
}

// BandOf gives how far the band reaches, if the pattern is one.
func BandOf(p *Pattern) (lower, upper int64, ok bool) {
	lower, upper = math.MinInt64, math.MinInt64
	var spans []int32
	for r := range p.starts {
		spans = p.run(r, spans[:0])
		if len(spans) == 2 {
			lower, upper = max(lower, int64(p.starts[r])-int64(spans[0])),
				max(upper, int64(spans[1])-1-int64(p.starts[r]))
		}
	}
	if lower < -MostRows || -upper > lower || p.rows > 1<<22 && len(p.starts) < int(p.rows)/2 {
		return 0, 0, false
	}
	return lower, upper, band(p.Rows(), p.Columns(), lower, upper).Equal(p)
}
