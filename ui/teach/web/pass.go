package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// named reports whether a request asks for this server by a name of its own: an address, or
// a name that the operator gave. A page of another name whose address was changed to this
// one (DNS rebinding) could otherwise read what only this network may.
func (s *Server) named(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	for _, own := range s.options.Hosts {
		if own != "" && (host == strings.ToLower(own) || host == strings.ToLower(own)+".local") {
			return true
		}
	}
	return host == "localhost"
}

// cookie is the name of what a browser has that has brought the code.
const cookie = "facet"

// pass is what the cookie holds: it cannot be made without the code and the server's secret.
func (s *Server) pass() string {
	m := hmac.New(sha256.New, s.secret)
	m.Write([]byte(s.options.Code))
	return hex.EncodeToString(m.Sum(nil))
}

// admitted reports whether a request comes from who has brought the code, or none is asked
// for.
func (s *Server) admitted(r *http.Request) bool {
	if s.options.Code == "" {
		return true
	}
	c, err := r.Cookie(cookie)
	return err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.pass())) == 1
}

// right reports whether a code is that of the class.
func (s *Server) right(code string) bool {
	return subtle.ConstantTimeCompare([]byte(strings.TrimSpace(code)), []byte(s.options.Code)) == 1
}

// newSecret makes what cookies are made with. It ends with the server: who comes back after a
// restart is asked again, or has the code in the address.
func newSecret() []byte {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // it never fails
	return secret
}

// mostCode is how long what is typed as a code may be, in bytes with the names around it.
const mostCode = 200

// enter takes the code of a form.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, from string) {
	r.Body = http.MaxBytesReader(w, r.Body, mostCode)
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		refuse(w, http.StatusForbidden, "The code is typed on this page, and on no other.")
		return
	}
	if !s.options.Guess(from) {
		s.options.Refused(from, "too many codes")
		refuse(w, http.StatusTooManyRequests, "Too many codes were tried from your address: wait a minute.")
		return
	}
	if !s.right(r.PostFormValue("code")) {
		s.options.Refused(from, "a wrong code")
		s.ask(w, r, http.StatusForbidden, wrongCode)
		return
	}
	s.welcome(w, r)
}

// welcome gives who has brought the code the cookie, and goes to the page.
func (s *Server) welcome(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.pass(), Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: r.Header.Get("X-Forwarded-Proto") == "https"})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
