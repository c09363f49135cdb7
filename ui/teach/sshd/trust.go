package sshd

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"facet/ui/draw/style"
)

// trust refuses to let other machines in unless the options say which.
func (o Options) trust() error {
	host, _, err := net.SplitHostPort(o.Address)
	if err != nil {
		return fmt.Errorf("--address is %q: write host:port, as 127.0.0.1:2222", o.Address)
	}
	if loopback(host) {
		return nil
	}
	if o.AuthorizedKeys == "" && !o.Open && o.Code == "" {
		return fmt.Errorf("--address %s lets other machines connect: name their keys with --authorized-keys, or let anybody connect with --open, or those who have a code with --code", o.Address)
	}
	return nil
}

// loopback reports whether only this machine reaches an address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// trustWeb refuses to let browsers of other machines look unless the options say so: a
// browser has no key.
func (o Options) trustWeb() error {
	if o.Web == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(o.Web)
	switch {
	case err != nil:
		return fmt.Errorf("--web is %q: write host:port, as 127.0.0.1:8080", o.Web)
	case loopback(host), o.Open, o.Code != "":
		return nil
	}
	return fmt.Errorf("--web %s lets browsers on other machines look, which have no keys: say so with --open, or ask for a code with --code", o.Web)
}

// checkPage refuses an address that browsers cannot be given.
func (o Options) checkPage() error {
	page, err := url.Parse(o.WebPage)
	switch {
	case o.WebPage == "":
		return nil
	case o.Web == "":
		return errors.New("--web-page is the address that browsers are given: --web says where they are served")
	case err != nil, page.Scheme != "http" && page.Scheme != "https", page.Hostname() == "",
		!plain(page.Hostname()), page.User != nil, strings.ContainsAny(o.WebPage, "?# "),
		style.Printable(o.WebPage) != o.WebPage:
		return fmt.Errorf("--web-page is %q: write an address, as https://class.example.org/", o.WebPage)
	case page.Path != "" && page.Path != "/":
		return fmt.Errorf("--web-page is %q: the class has no path, write https://%s/", o.WebPage, page.Host)
	}
	return nil
}
