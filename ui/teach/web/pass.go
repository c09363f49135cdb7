package web

import (
	"context"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
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

// cookie is the name of what a browser has that has brought the code. It ends with the server:
// after a restart the code is asked for again, or stands in the address.
const cookie = "facet"

// admitted reports whether a request comes from who has brought the code, or none is asked
// for.
func (s *Server) admitted(r *http.Request) bool {
	if s.options.IsCode == nil {
		return true
	}
	c, err := r.Cookie(cookie)
	return err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.pass)) == 1
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
	s.take(w, r, from, r.PostFormValue("code"))
}

// take takes a code, which a form or the address has.
func (s *Server) take(w http.ResponseWriter, r *http.Request, from, code string) {
	wait := s.options.Limits.Stalled / 2
	// Past its deadline a connection is taken for lost: it has to be behind the wait, but there,
	// since the rest of a body may never come.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(2 * wait))
	ctx, over := context.WithTimeout(r.Context(), wait)
	defer over()
	switch right, err := s.options.IsCode(ctx, from, code); {
	case err != nil:
		s.options.Refused(from, "a code, while many were wrong")
		refuse(w, http.StatusTooManyRequests,
			"Many wrong codes come from your address: try again in a moment.")
	case !right:
		s.options.Refused(from, "a wrong code")
		s.ask(w, r, http.StatusForbidden, "That is not the code of this class.")
	default:
		s.welcome(w, r)
	}
}

// welcome gives who has brought the code the cookie, and goes to the page.
func (s *Server) welcome(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.pass, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: r.Header.Get("X-Forwarded-Proto") == "https"})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
