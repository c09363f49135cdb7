package sshd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"path"
	"strings"
	"time"

	"facet/ui/files"

	gossh "golang.org/x/crypto/ssh"
)

// people are the keys that were listed, with what stands beside them. A key may stand
// on several lines.
type people map[string][]listing

// listing is one line of a file of keys.
type listing struct {
	name   string
	from   []origin  // the client must come from there; empty for anywhere
	until  time.Time // the line holds no longer then; zero for always
	noTerm bool      // no terminal is given
}

// readPeople reads a file of public keys as sshd does; an empty path lists no key. A
// line whose restrictions would not be obeyed is refused.
func readPeople(path string) (people, error) {
	if path == "" {
		return nil, nil
	}
	content, err := files.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the keys in %s: %w", path, err)
	}
	all := make(people)
	for k, text := range bytes.Split(content, []byte("\n")) {
		text = bytes.TrimSpace(text)
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		key, name, options, _, err := gossh.ParseAuthorizedKey(text)
		if err != nil {
			return nil,
				fmt.Errorf("line %d of %s is not a public key: write one as in an id_ed25519.pub, or # before a comment", k+1, path)
		}
		one, err := restrictions(options)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s: %w", k+1, path, err)
		}
		one.name = name
		print := fingerprint(key)
		all[print] = append(all[print], one)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s lists no key: add one, or nobody can connect", path)
	}
	return all, nil
}

// restrictions reads the options before a key. Those that would have to be obeyed and
// are not are refused.
func restrictions(options []string) (listing, error) {
	var l listing
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		value = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`), `\"`, `"`)
		var err error
		switch strings.ToLower(name) {
		case "from":
			l.from, err = origins(value)
		case "expiry-time":
			var until time.Time
			if until, err = expiry(value); l.until.IsZero() || until.Before(l.until) {
				l.until = until
			}
		case "no-pty", "restrict":
			l.noTerm = true
		case "pty":
			l.noTerm = false
		case "no-port-forwarding", "no-agent-forwarding", "no-x11-forwarding", "no-user-rc", "permitopen",
			"permitlisten",
			// nothing is ever forwarded or run
			"port-forwarding", "agent-forwarding", "x11-forwarding", "user-rc":
		default:
			err = fmt.Errorf("%s is not supported, and the key would come in without it: take the line or the option out", name)
		}
		if err != nil {
			return listing{}, err
		}
	}
	return l, nil
}

// origin is one pattern of from=: a network, or an address with * and ?.
type origin struct {
	not     bool
	network netip.Prefix
	pattern string // empty for a network
}

func origins(list string) ([]origin, error) {
	var all []origin
	for text := range strings.SplitSeq(list, ",") {
		var o origin
		text, o.not = strings.CutPrefix(strings.TrimSpace(text), "!")
		network, err := netip.ParsePrefix(text)
		switch {
		case err == nil:
			o.network = network.Masked()
		case text == "" || strings.ContainsFunc(text, func(r rune) bool {
			return !strings.ContainsRune("0123456789abcdefABCDEF.:*?", r)
		}):
			return nil,
				fmt.Errorf("from=%q does not name an address: names of hosts are not looked up, write addresses as 192.0.2.7, 192.0.2.* or 192.0.2.0/24", list)
		default:
			o.pattern = strings.ToLower(text)
		}
		all = append(all, o)
	}
	return all, nil
}

// comes reports whether a client comes from one of several places, and from none that is
// excluded.
func comes(from netip.Addr, places []origin) bool {
	found := len(places) == 0
	from = from.Unmap().WithZone("")
	for _, o := range places {
		is := o.network.IsValid() && o.network.Contains(from)
		if o.pattern != "" {
			is, _ = path.Match(o.pattern, from.String())
		}
		if is && o.not {
			return false
		}
		found = found || is
	}
	return found
}

var errExpiry = errors.New("expiry-time takes YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, with Z for UTC")

func expiry(value string) (time.Time, error) {
	zone := time.Local
	if text, utc := strings.CutSuffix(value, "Z"); utc {
		value, zone = text, time.UTC
	}
	for _, form := range []string{"20060102", "200601021504", "20060102150405"} {
		if len(form) == len(value) {
			at, err := time.ParseInLocation(form, value, zone)
			if err != nil {
				return at, errExpiry
			}
			return at, nil
		}
	}
	return time.Time{}, errExpiry
}

// has reports whether a key is listed, from wherever it comes.
func (p people) has(key string) bool { return len(p[key]) > 0 }

// admitted is the first line that lets a key in from an address now; else it says why
// none does, where the key is listed at all.
func (p people) admitted(key string, from netip.Addr, now time.Time) (*listing, error) {
	err := errors.New("the key is not listed")
	for k := range p[key] {
		l := &p[key][k]
		switch {
		case !l.until.IsZero() && !now.Before(l.until):
			err = errors.New("expiry-time has passed")
		case !comes(from, l.from):
			err = errors.New("from= does not have the address")
		default:
			return l, nil
		}
	}
	return nil, err
}

// fileName is a name fit for a command line and for a file.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f || r == '/' || r == '\\' {
			return '_'
		}
		return r
	}, name)
	return name[:min(len(name), mostText)]
}

// fingerprint is what a key's sessions are kept under: fit for the name of a folder.
func fingerprint(key gossh.PublicKey) string {
	sum := sha256.Sum256(key.Marshal())
	return hex.EncodeToString(sum[:])
}
