package sshd

import (
	"cmp"
	"context"
	"errors"
	"net"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/teach/class"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// entrance is who may come in to a class, and with what.
type entrance struct {
	toAll     bool // it is open, and no key is asked for
	code      *classCode
	listed    people // who may come in; nil for all
	lecturers people
	host      gossh.Signer
	invite    class.Invitation // how to come in
	places    *places          // where it is kept who has given the code
	log       *journal
}

// known says who may come in, and with what.
func (e *entrance) known(server *ssh.Server) error {
	server.AddHostKey(e.host)
	server.ServerConfigCallback = e.logins
	server.PublicKeyHandler = func(ctx ssh.Context, key ssh.PublicKey) bool {
		if _, certificate := key.(*gossh.Certificate); certificate {
			return false // who signed it is not checked
		}
		// Where there is a code, it is asked for then.
		return e.listed == nil || e.code.needed() || e.isListed(fingerprint(key))
	}
	server.ConnectionFailedCallback = func(c net.Conn, err error) {
		var auth *gossh.ServerAuthError
		if errors.As(err, &auth) && len(auth.Errors) < 2 { // else each attempt has a line
			e.log.failed(address(c.RemoteAddr()), "method", "none", "why", "it has no key, and gave up")
		}
	}
	if e.keyless() {
		// A client without a key is asked nothing but the class's code. It comes after the
		// keys, so that one who has a key comes with it.
		server.KeyboardInteractiveHandler = func(ctx ssh.Context,
			challenge gossh.KeyboardInteractiveChallenge) bool {
			return !e.code.needed() || e.askCode(ctx, ctx.User(), "", address(ctx.RemoteAddr()),
				challenge) == nil
		}
	}
	return nil
}

// keyless reports whether one can come in without a key.
func (e *entrance) keyless() bool { return e.listed == nil || e.code.needed() }

// isListed reports whether a key is that of a lecturer, or listed, and comes in without the
// class's code.
func (e *entrance) isListed(key string) bool { return e.lecturers.has(key) || e.listed.has(key) }

// logins notes who did not come in, and lets those in who say by their name that they
// have no key. Each client tries first to come in with nothing, and has come in without
// its key where that is accepted: so it is not accepted from others.
func (e *entrance) logins(ctx ssh.Context) *gossh.ServerConfig {
	c := &gossh.ServerConfig{AuthLogCallback: func(conn gossh.ConnMetadata, method string, err error) {
		if err != nil && method != "none" { // with that every client begins
			user, _ := splitUser(conn.User())
			e.log.failed(address(conn.RemoteAddr()), "user", style.Printable(user), "method", method, "why",
				err)
		}
	}}
	if e.code.needed() {
		c.VerifiedPublicKeyCallback = func(conn gossh.ConnMetadata, k gossh.PublicKey,
			known *gossh.Permissions, _ string) (*gossh.Permissions, error) {
			return e.withCode(ctx, conn, fingerprint(k), known)
		}
	}
	if !e.keyless() {
		return c
	}
	c.NoClientAuth = true
	c.NoClientAuthCallback = func(conn gossh.ConnMetadata) (*gossh.Permissions, error) {
		if user, _ := splitUser(conn.User()); !nameless(user) || e.listed != nil || e.code.needed() &&
			!e.toAll {
			return nil, e.needsLogin()
		}
		return &gossh.Permissions{}, nil
	}
	return c
}

// withCode lets a key in that was proven, once it has given the class's code. What is known
// of it is then for the code's holder, too.
func (e *entrance) withCode(ctx ssh.Context, conn gossh.ConnMetadata, key string,
	known *gossh.Permissions) (*gossh.Permissions, error) {
	from := address(conn.RemoteAddr())
	switch {
	case e.isListed(key):
		return known, nil
	case e.holds(key):
		gaveCode(ctx)
		return known, nil
	}
	ask := func(conn gossh.ConnMetadata, challenge gossh.KeyboardInteractiveChallenge) (*gossh.Permissions,
		error) {
		if err := e.askCode(ctx, conn.User(), key, from, challenge); err != nil {
			return nil, err
		}
		return known, nil
	}
	return nil, &gossh.PartialSuccessError{Next: gossh.ServerAuthCallbacks{KeyboardInteractiveCallback: ask}}
}

// guestName is who comes without a key and is not asked for one.
const guestName = "guest"

// nameless reports whether a user is a guest, or a word that gives everybody the same.
func nameless(user string) bool { return user == guestName || user == "help" || user == "show" }

// needsLogin asks for a key, or for no proof, first. Every client begins without either, and
// one that has no key and may not ask the user stops here without a word: so all are told
// what to write then, in words that are right for those who go on, too.
func (e *entrance) needsLogin() error {
	err := errors.New("a key, or nothing, is asked for first")
	if e.code.needed() && !e.toAll {
		return &gossh.BannerError{Err: err, Message: "Welcome to facet.\r\n"}
	}
	return &gossh.BannerError{
		Err: err,
		Message: "Welcome to facet. (In a script without a key, write " + guestName + "@" +
			cmp.Or(e.invite.Host, "HOST") + ".)\r\n",
	}
}

// codeFile is where it stands that a key has given a code.
const codeFile = "code"

// holds reports whether a key has given the code before, to this server or to the one
// before it.
func (e *entrance) holds(key string) bool {
	return e.places.kept(key, codeFile) == e.code.print(key)
}

// gaveCode notes that the user of a connection has given the code.
func gaveCode(ctx context.Context) {
	if c, ok := connectionOf(ctx); ok {
		c.gaveCode()
	}
}

// right reports whether a text is the code, and notes then that it was given; key is empty for
// none. The context ends when the client goes.
func (e *entrance) right(ctx context.Context, key, from, text string) bool {
	if right, err := e.code.try(ctx, from, text); !right || err != nil {
		return false
	}
	gaveCode(ctx)
	if key != "" {
		// else it is asked for again the next time
		_ = e.places.keep(codeFile, e.code.print(key), guest{key: key, from: from, coded: true})
	}
	return true
}

var errCode = errors.New("the class's code was not given")

// askCode asks for the code, three times at most. Where the class is open to all, Enter goes
// on without it. The user's name may have the code: name+4711.
func (e *entrance) askCode(ctx ssh.Context, user, key, from string,
	challenge gossh.KeyboardInteractiveChallenge) error {
	if _, text := splitUser(user); text != "" && e.right(ctx, key, from, text) {
		return nil
	}
	question := "The class's code, as the lecturer shows it: "
	if e.toAll {
		question = "The class's code, or Enter if you have none: "
	}
	for range triesEach {
		answers, err := challenge("", "", []string{question}, []bool{true})
		switch {
		case err != nil:
			return err
		case len(answers) != 1:
			return errCode
		case e.toAll && plainCode(answers[0]) == "":
			return nil
		case e.right(ctx, key, from, answers[0]):
			return nil
		}
		question = "That is not the code. " + strings.TrimPrefix(question, "That is not the code. ")
	}
	return errCode
}

// fingerprint is that of the server's key, as ssh shows it.
func (e *entrance) fingerprint() string { return gossh.FingerprintSHA256(e.host.PublicKey()) }
