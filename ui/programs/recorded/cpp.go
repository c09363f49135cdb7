package recorded

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"facet/model/programs/driver"
)

//go:embed cpp/facet_modules.hpp
var modulesCPP string

//go:embed cpp/facet_pack.hpp
var packCPP string

//go:embed cpp/facet_checks.hpp cpp/facet_times.hpp cpp/facet_methods.hpp cpp/facet_measure.cpp
var measurerCPP embed.FS

// RuntimeCPP is the header that a C++ program marks its modules with. The matrices that
// it includes are put in, so that users have one file.
func RuntimeCPP() []byte {
	return []byte(strings.NewReplacer("#include \"facet_matrix.hpp\"\n",
		"\n"+driver.MatrixCPP+driver.SparseCPP+"\n", "#include \"facet_pack.hpp\"\n", packCPP).
		Replace(modulesCPP))
}

// CPP compiles C++ programs and runs them.
type CPP struct {
	Path  string   // of the compiler; empty for $CXX, or g++, or c++
	Flags []string // after -std=c++17 -O2; files and libraries come with the last step

	folder   string    // for what is compiled once; empty for the user's cache folder
	compiled *compiled // by an earlier request of the same runner; nil where nothing is kept
}

// compiled is what does not change from request to request, as long as the program's files
// do not.
type compiled struct {
	digits  string            // of these files
	objects map[string][]byte // by name
}

// Runner is the runner for these programs. It compiles a program once.
func (c CPP) Runner(output io.Writer) Runner {
	c.compiled = new(compiled)
	return Runner{Language: "c++", Output: output, start: c.start, lines: clockedLines, files: fileDigits}
}

func (c CPP) start(ctx context.Context, dir, answer string, r Request, say func(string)) (*exec.Cmd, error) {
	say("compiling " + filepath.Base(r.Program))
	binary, err := c.build(ctx, dir, r)
	if binary == "" {
		return nil, err
	}
	return carryOut(ctx, binary, answer, r), err
}

// carryOut is the run of a program that was built.
func carryOut(ctx context.Context, binary, answer string, r Request) *exec.Cmd {
	flag := func(on bool) string { return strconv.Itoa(map[bool]int{true: 1}[on]) }
	batches := strings.Trim(fmt.Sprint(r.Batches), "[]")
	structure := flag(r.Structure)
	if r.Look && !r.Structure {
		structure = "look"
	}
	words := []string{answer, r.Do, strconv.FormatUint(r.Seed, 10), strconv.Itoa(r.Repeat), structure,
		flag(r.Trust), batches, flag(r.Processor), strconv.FormatFloat(r.Deadline, 'f', 3, 64),
		flag(r.Unlimited), strconv.FormatInt(r.Memory, 10)}
	for _, m := range r.Methods {
		words = append(words, strconv.FormatFloat(m.Seconds, 'g', 6, 64))
	}
	return command(ctx, binary, words...)
}

// build compiles the program, what measures it, and the drivers of methods. Where some of these cannot be
// compiled, there are a binary without them and an [UncompiledError].
func (c CPP) build(ctx context.Context, dir string, r Request) (binary string, err error) {
	compiler, err := c.compiler()
	if err != nil {
		return "", err
	}
	program, err := filepath.Abs(r.Program)
	if err != nil {
		return "", err
	}
	if err := sameRuntime(program); err != nil {
		return "", err
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	measurer, err := fs.Sub(measurerCPP, "cpp")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, measurer); err != nil {
		return "", noRoom(err)
	}
	if err := write(dir, map[string][]byte{"facet_modules.hpp": RuntimeCPP()}); err != nil {
		return "", err
	}
	objects := []string{"program.o", "measure.o"}
	digits := fileDigits(program)
	if k := c.compiled; k != nil && k.objects != nil && digits != "" && k.digits == digits {
		err = write(dir, k.objects)
	} else if err = together(ctx, c.object(compiler, dir, r.Program, in("program.o"), program),
		func(ctx context.Context) error {
			return c.measurer(ctx, compiler, dir, r.Program, in("measure.o"))
		}); err == nil && k != nil {
		k.digits, k.objects = digits, make(map[string][]byte)
		for _, name := range objects {
			if k.objects[name], err = os.ReadFile(in(name)); err != nil {
				return "", err
			}
		}
	}
	if err != nil {
		return "", err
	}
	methods, left, err := c.methods(ctx, compiler, dir, r)
	if err != nil {
		return "", err
	}
	link := append([]string{"-o", in("program"), in("program.o"), in("measure.o")}, methods...)
	if err := c.compile(ctx, compiler, dir, r.Program, true, link...); err != nil {
		return "", err
	}
	if len(left) > 0 {
		return in("program"), left
	}
	return in("program"), nil
}

// sameRuntime refuses a program that would take another header than what measures it: one of an earlier
// facet, which lies beside it for programs that also run without facet, has other classes of the same names.
func sameRuntime(program string) error {
	const header = "facet_modules.hpp"
	path, own := filepath.Join(filepath.Dir(program), header), RuntimeCPP()
	about, err := os.Stat(path)
	if err != nil || !about.Mode().IsRegular() {
		return nil // there is none, or the compiler says what is wrong with it
	}
	if about.Size() == int64(len(own)) {
		if text, err := os.ReadFile(path); err != nil || bytes.Equal(text, own) {
			return nil
		}
	}
	return fmt.Errorf("%s: the %s beside it is of another facet: make it again, with facet measure --runtime-cpp",
		filepath.Base(program), header)
}

// object compiles a file.
func (c CPP) object(compiler, dir, program, object, file string) func(context.Context) error {
	return func(ctx context.Context) error {
		return c.compile(ctx, compiler, dir, program, false, "-c", "-o", object, file)
	}
}

// together runs compilers, all at the same time. What is wrong with the first counts most.
func together(ctx context.Context, compilers ...func(context.Context) error) error {
	all, cancel := context.WithCancel(ctx)
	defer cancel()
	wrong := make([]error, len(compilers))
	var at sync.WaitGroup
	for k, compile := range compilers {
		at.Go(func() {
			if wrong[k] = compile(all); wrong[k] != nil && k == 0 {
				cancel()
			}
		})
	}
	at.Wait()
	return cmp.Or(wrong...)
}

// isLinked reports whether a flag is for the last step: a file, a library, or a word to the linker.
func isLinked(flag string) bool {
	return !strings.HasPrefix(flag, "-") || strings.HasPrefix(flag, "-l") || strings.HasPrefix(flag, "-Wl,")
}

func (c CPP) compileFlags() []string { return slices.DeleteFunc(slices.Clone(c.Flags), isLinked) }

// compile runs the compiler. The last step links.
func (c CPP) compile(ctx context.Context, compiler, dir, program string, last bool, args ...string) error {
	all := append([]string{"-std=c++17", "-O2", "-pthread", "-DFACET_LIBRARY", "-I", dir},
		c.compileFlags()...)
	all = append(all, args...)
	if last {
		all = append(all, slices.DeleteFunc(slices.Clone(c.Flags), func(f string) bool {
			return !isLinked(f)
		})...)
	}
	build := command(ctx, compiler, all...)
	var said bytes.Buffer
	build.Stdout, build.Stderr, build.Env = &said, &said, append(os.Environ(), "LC_ALL=C")
	alone(build)
	if err := build.Run(); err != nil {
		return errors.New(complaint(said.String(), program, dir, err))
	}
	return nil
}

// compiler is the compiler of --cxx, else of CXX, else the first that is found.
func (c CPP) compiler() (string, error) {
	for _, name := range []string{c.Path, os.Getenv("CXX"), "g++", "c++"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
		if name == c.Path {
			return "", fmt.Errorf("--cxx %s cannot be run: name a C++ compiler", c.Path)
		}
	}
	return "",
		errors.New("there is no g++ in PATH: install a C++ compiler (g++ in Debian), or name it with --cxx")
}

// A driver's body is between its head and its result; values come first.
const (
	driverHead   = "Result jacobian(Modules& modules"
	driverResult = "  Result result;"
)

// isBefore reports whether a line of a driver's body names a place, or computes a value.
func isBefore(line string) bool { return beforeCPP.MatchString(line) }

var (
	beforeCPP = regexp.MustCompile(
		`^ *(?:v|Vector|Matrix|Sparse|std::vector<Matrix>|modules\.\w+\((?:[-+*n\d ]+, )?v)`)
	loopCPP = regexp.MustCompile(`^  for \(int n = (\d+); n [<>]= (\d+); n [-+]= (\d+)\) {$`)
)

// clocked reads a clock after each line of a driver that is not a value, in each turn of a loop.
func clocked(text string) []byte {
	var b strings.Builder
	body, values := false, false
	head := "" // of a loop whose lines come next: they are values, or none of them is
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, driverResult) {
			body = false
		}
		if body && head == "" && loopCPP.MatchString(strings.TrimSuffix(line, "\n")) {
			head = line
			continue
		}
		if body && values && !isBefore(line) && line != loopEnd {
			values = false
			b.WriteString("  facet::tick();\n")
		}
		b.WriteString(head + line)
		head = ""
		if body && !values && line != loopEnd {
			b.WriteString("  facet::tick();\n")
		}
		if strings.HasPrefix(line, driverHead) {
			body, values = true, true
		}
	}
	return []byte(b.String())
}

const loopEnd = "  }\n"

// clockedLines are the lines whose times such a driver reports, those of a loop once for each
// turn, with remarks as in Python.
func clockedLines(text string) []string {
	_, body, _ := strings.Cut(text, driverHead)
	body, _, _ = strings.Cut(body, driverResult)
	var lines []string
	turns, begin := 1, 0
	for k, line := range strings.Split(strings.TrimSuffix(body, "\n"), "\n") {
		if loop := loopCPP.FindStringSubmatch(line); loop != nil {
			var of [3]int // from, to, by
			for n := range of {
				of[n], _ = strconv.Atoi(loop[n+1]) // digits
			}
			turns, begin = max(of[1]-of[0], of[0]-of[1])/of[2]+1, len(lines)
			continue
		}
		if line+"\n" == loopEnd {
			lines = append(lines[:begin:begin], slices.Repeat(lines[begin:], turns)...)
			continue
		}
		if k > 0 && (len(lines) > 0 || !isBefore(line)) {
			text := strings.Replace(strings.TrimSpace(line), "  // first ", "  // ", 1)
			lines = append(lines, strings.Replace(text, "  // ", "  # ", 1))
		}
	}
	return lines
}

var (
	mistakeCPP  = regexp.MustCompile(`(?m)^(.+?):(\d+):(?:\d+:)? (?:fatal )?error: (.*)$`)
	requiredCPP = regexp.MustCompile(`(?m)^(.+?):(\d+):(?:\d+:)?\s+(?:required|in instantiation|in 'constexpr' expansion).*$`)
)

// complaint is a compiler's error as one sentence with file and line of the program.
func complaint(said, program, dir string, ended error) string {
	name := filepath.Base(program)
	switch {
	case strings.Contains(said, "multiple definition of `main'") ||
		strings.Contains(said, "duplicate symbol '_main'"):
		return name +
			":1: the program has a main function: name what it does instead, at its end, with FACET_PROGRAM(function)"
	case !mistakeCPP.MatchString(said):
		return fmt.Sprintf("%s:1: it cannot be compiled (%v): %s", name, ended,
			cmp.Or((&tail{text: []byte(said)}).line()))
	}
	m := mistakeCPP.FindStringSubmatch(said)
	where, line := m[1], m[2]
	if strings.HasPrefix(where, dir) || !strings.HasSuffix(where, name) {
		for _, r := range requiredCPP.FindAllStringSubmatch(said, -1) {
			if strings.HasSuffix(r[1], name) {
				where, line = r[1], r[2]
				break
			}
		}
	}
	text := strings.ReplaceAll(strings.ReplaceAll(m[3], "{aka", "("), "}", ")")
	if strings.Contains(text, "facet::Value") && !strings.Contains(text, "facet::Module") {
		text = "a value is used outside of a module, and facet would lose what depends on it: put this line into a module, or take .look() of it to print or to test (" + text + ")"
	}
	return fmt.Sprintf("%s:%s: %s", filepath.Base(where), line, text)
}
