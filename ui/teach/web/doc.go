// Package web shows a class in browsers, for those who only look.
//
// A browser loads one page and keeps one connection, on which it gets what has changed
// (server-sent events). Whatever the number of browsers, there is one explorer for each
// size of screen, to which no keys come, and one for the sentences that screen readers
// read. Who makes a server says how these are run: the package knows nothing of dags or ssh.
//
//	server.go   the server: its options, its end
//	gate.go     connections, and how many of them wait and look
//	pass.go     which host a request asks for, and the code
//	page.go     answers: the page with its style and its script, and one without a script
//	stream.go   what a browser is sent as long as it looks
//	projector.go    the screen of an explorer of one size
//	rows.go     its rows
//
// # What a browser can do
//
// It can read. No request changes anything of the class: the only other request than to
// read is the one that brings the code, which is answered with a cookie.
package web
