package web

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the page
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"facet/ui/draw/style"
)

//go:embed page/page.html
var pageText string

//go:embed page/page.css
var styleText string

//go:embed page/page.js
var scriptText string

// pages are what all browsers are sent in the same words.
type pages struct {
	page  []byte
	style string // of all pages

	policy string // what a browser may do with them
}

// newPages makes them. Style and script stand in the page: it is one answer, and the browser
// is told to carry out nothing else.
func newPages() *pages {
	css := filled(styleText, map[string]string{"dark": variables(func(h style.Hue) string {
		return h.Dark
	}), "light": variables(func(h style.Hue) string { return h.Light }),
		"hues": hueRules(), "cells": cellRules()})
	return &pages{
		style: css,
		page:  []byte(filled(pageText, map[string]string{"style": css, "script": scriptText})),
		policy: "default-src 'none'; style-src " + hash(css) + "; script-src " + hash(scriptText) +
			"; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
	}
}

// filled is a text with something in the place of each name.
func filled(text string, with map[string]string) string {
	for name, value := range with {
		text = strings.ReplaceAll(text, "{{"+name+"}}", value)
	}
	return text
}

// hash is that by which a policy knows a text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func variables(of func(style.Hue) string) string {
	var b strings.Builder
	for _, h := range style.Hues() {
		fmt.Fprintf(&b, "--%s: %s; ", h.Name, of(h))
	}
	return b.String()
}

func hueRules() string {
	var b strings.Builder
	for _, h := range style.Hues() {
		fmt.Fprintf(&b,
			".%[1]s { color: var(--%[1]s); } .r.%[1]s { color: var(--paper); background: var(--%[1]s); }\n",
			h.Name)
	}
	return b.String()
}

// cellRules give pieces the width of so many cells.
func cellRules() string {
	var b strings.Builder
	for n := 1; n <= sizes[len(sizes)-1].Width; n++ {
		fmt.Fprintf(&b, ".c%d{width:%dch}", n, n)
	}
	return b.String()
}

// serve answers a request.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.answering.RLock()
	defer s.answering.RUnlock()
	head := w.Header()
	head.Set("Content-Security-Policy", s.pages.policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("X-Frame-Options", "DENY")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cache-Control", "no-store, no-transform")
	c, ok := r.Context().Value(connectionKey{}).(*connection)
	switch from := ""; {
	case !ok || s.ctx.Err() != nil:
		refuse(w, http.StatusServiceUnavailable, "The class is over.")
	case !s.named(r.Host):
		from = c.from
		s.options.Refused(from, "a request for another host")
		refuse(w, http.StatusMisdirectedRequest,
			"This server has another name: facet serve --invite gives the one that browsers may ask for.")
	case !s.options.Ask(c.from):
		s.options.Refused(c.from, "too many connections and requests")
		head.Set("Retry-After", "10")
		head.Set("Connection", "close")
		refuse(w, http.StatusTooManyRequests, "Too many requests come from your address: wait a minute.")
	default:
		s.answer(w, r, c.from)
	}
}

// answer answers a request that may be made.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, from string) {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch path := r.URL.Path; {
	case path == "/" && r.Method == http.MethodPost && s.options.IsCode != nil:
		s.enter(w, r, from)
	case path != "/" && path != "/events" && path != "/still":
		refuse(w, http.StatusNotFound, "There is nothing here: the class is at /")
	case !reads:
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "This page can only be read.")
	case path == "/events":
		on := s.projectors[sizeOf(r)]
		if on == nil {
			refuse(w, http.StatusBadRequest, "There is no screen of that size.")
			return
		}
		s.stream(w, r, on)
	case !s.admitted(r):
		s.bring(w, r, from)
	case path == "/still":
		s.still(w, r)
	default:
		page(w, r, http.StatusOK, s.pages.page)
	}
}

// sizeOf is the size of the screen that is asked for; the smallest where none is.
func sizeOf(r *http.Request) Size {
	asked := r.URL.Query().Get("size")
	for _, size := range sizes {
		if asked == "" || size.String() == asked {
			return size
		}
	}
	return Size{}
}

// refuse answers with a sentence.
func refuse(w http.ResponseWriter, code int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(code)
	_, _ = w.Write([]byte(why + "\n"))
}

// page answers with a page.
func page(w http.ResponseWriter, r *http.Request, code int, text []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", fmt.Sprint(len(text)))
	w.WriteHeader(code)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text)
	}
}

// plainPage is a page without a script.
func (s *Server) plainPage(head, body string) []byte {
	return []byte("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
		"<title>facet: the class</title><link rel=\"icon\" href=\"data:,\">" + head + "<style>" +
		s.pages.style + "</style></head>\n<body>" + body + "</body></html>\n")
}

// bring asks for the code, which the address may have: that of the QR code has it.
func (s *Server) bring(w http.ResponseWriter, r *http.Request, from string) {
	if code := r.URL.Query().Get("code"); code != "" {
		s.take(w, r, from, code)
		return
	}
	s.ask(w, r, http.StatusOK, "")
}

// ask asks for the code.
func (s *Server) ask(w http.ResponseWriter, r *http.Request, status int, why string) {
	page(w, r, status, s.plainPage("", `<form method="post" action="/"><p>`+html.EscapeString(why)+`</p>`+
		`<label for="code">The code of the class, which the lecturer shows:</label><br>`+
		`<input id="code" name="code" autocomplete="off" autofocus required maxlength="40"><button>Look</button></form>`))
}

// still is the screen as it is now, for a browser that carries out no script, or whose proxy
// keeps answers until they end. It asks again by itself.
func (s *Server) still(w http.ResponseWriter, r *http.Request) {
	on := s.projectors[sizeOf(r)]
	if on == nil {
		refuse(w, http.StatusBadRequest, "There is no screen of that size.")
		return
	}
	s.look()
	screen := s.await(r.Context(), on)
	status, _ := s.now.Now()
	told, _ := s.told.Now()
	var b bytes.Buffer
	fmt.Fprintf(&b, `<main><div id="head"><p id="now">%s</p>`, html.EscapeString(status.Text))
	if status.Said != "" {
		fmt.Fprintf(&b, `<p id="said">%s</p>`, html.EscapeString(status.Said))
	}
	fmt.Fprintf(&b, `</div><div id="room"><div id="screen" class="w%d" aria-hidden="true">`, on.size.Width)
	if screen != nil {
		for _, row := range screen.html() {
			b.WriteString("<div>" + row + "</div>")
		}
	}
	b.WriteString(`</div></div></main><section><h2>In sentences, the newest first</h2><div id="sentences">`)
	for _, row := range told {
		b.WriteString("<p>" + html.EscapeString(row) + "</p>")
	}
	b.WriteString(`</div></section>`)
	again := "still?" + url.Values{"size": {on.size.String()}}.Encode()
	page(w, r, http.StatusOK,
		s.plainPage(`<meta http-equiv="refresh" content="3; url=`+html.EscapeString(again)+`">`, b.String()))
}
