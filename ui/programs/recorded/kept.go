package recorded

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"facet/ui/files"
)

// mostKept is how many objects are kept: of other flags, compilers and releases.
const mostKept = 4

// measurer compiles what measures a program, which no program changes: it takes longer than most
// of these, and is kept in the user's cache folder for the next one with the same compiler and
// flags. Where nothing can be kept there, it is compiled each time.
func (c CPP) measurer(ctx context.Context, compiler, dir, program, object string) error {
	file := c.keptAs(ctx, compiler)
	if text, ok := kept(file); ok {
		return write(dir, map[string][]byte{filepath.Base(object): text})
	}
	if err := c.compile(ctx, compiler, dir, program, false, "-c", "-o", object,
		filepath.Join(dir, "facet_measure.cpp")); err != nil {
		return err
	}
	if text, err := os.ReadFile(object); err == nil && file != "" {
		keep(file, text)
	}
	return nil
}

// keptAs is the file for a compiler with its flags and what it compiles; empty where there is
// none.
func (c CPP) keptAs(ctx context.Context, compiler string) string {
	folder := c.folder
	if user, err := os.UserCacheDir(); folder == "" && err == nil {
		folder = filepath.Join(user, "facet")
	}
	if folder == "" {
		return ""
	}
	for _, f := range c.Flags {
		if strings.HasPrefix(f, "-i") { // a file, which may change
			return ""
		}
	}
	// What the compiler defines says which one it is, and for which processor, also where the
	// flags say that it is this one's.
	version, err := command(ctx, compiler, append(c.compileFlags(), "-dM", "-E", "-x", "c++", os.DevNull)...).
		Output()
	if err != nil {
		return ""
	}
	h := sha256.New()
	for _, text := range append([]string{compiler, string(version)}, c.Flags...) {
		h.Write([]byte(text + "\x00"))
	}
	h.Write(RuntimeCPP())
	sources, err := fs.Glob(measurerCPP, "cpp/*")
	for _, name := range sources {
		text, wrong := measurerCPP.ReadFile(name)
		h.Write(text)
		err = cmp.Or(err, wrong)
	}
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "measure-"+hex.EncodeToString(h.Sum(nil))[:32]+".o")
}

// kept reads an object, behind which its sum stands.
func kept(file string) ([]byte, bool) {
	all, err := os.ReadFile(file)
	at := len(all) - sha256.Size
	if file == "" || err != nil || at < 0 {
		return nil, false
	}
	sum := sha256.Sum256(all[:at])
	return all[:at], bytes.Equal(sum[:], all[at:])
}

// keep writes an object, and removes those that are oldest.
func keep(file string, text []byte) {
	folder := filepath.Dir(file)
	if os.MkdirAll(folder, 0o700) != nil {
		return
	}
	sum := sha256.Sum256(text)
	if files.Replace(file, append(slices.Clip(text), sum[:]...), 0o600) != nil {
		return
	}
	all, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	var old []fs.FileInfo
	for _, e := range all {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), "measure-") {
			old = append(old, info)
		}
	}
	slices.SortFunc(old, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, info := range old[min(mostKept, len(old)):] {
		_ = os.Remove(filepath.Join(folder, info.Name())) // another process may have removed it
	}
}
