package sshd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"
	"time"

	"facet/model/modeltest/extent"
)

// watch makes a browser look until the test ends.
func (l *load) watch(at, size string) *ear {
	l.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c,
		"GET /events?size="+size+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		l.Fatal(err)
	}
	e := &ear{}
	go func() { // until the connection is closed
		for lines := bufio.NewReaderSize(c, 4<<10); ; {
			part, err := lines.ReadSlice('\n')
			_, _ = e.Write(part)
			if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
				return
			}
		}
	}()
	return e
}

// Browsers and followers see the same lecture, and none waits for the other. With
// -tags long there are 1000 browsers and 200 followers, in a server of its own, and the
// figures are printed:
//
//	go test -tags long -run TestBrowsersAndFollowers -v -timeout 1h ./ui/teach/sshd
func TestBrowsersAndFollowers(t *testing.T) {
	extent.FullOnly(t) // it is for a quiet machine
	for _, dag := range []string{"bat", "newton10"} {
		for _, n := range []struct{ browsers, followers int }{{1000, 0}, {0, 200}, {1000, 200}} {
			t.Run(fmt.Sprintf("%s/%d+%d", dag, n.browsers, n.followers), func(t *testing.T) {
				free, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				free.Close()
				l := &load{web: free.Addr().String()}
				lecturer, resident := l.open(t, dag)
				ada := l.sit(l.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
				ada.sees("step 0/0")
				one := resident()
				var browsers []*ear
				for k := range n.browsers {
					browsers = append(browsers, l.watch(l.web, []string{"80x24", "120x40"}[k%2]))
				}
				for k := range n.followers {
					l.follow(80+k%80, 24+k%30)
				}
				for _, e := range append(slices.Clone(browsers), l.listeners...) {
					l.awaitStep(e, 0)
				}
				full, began := resident(), l.used()
				late := make(map[string][]time.Duration)
				const steps = 12
				for k := 1; k <= steps; k++ {
					pressed := time.Now()
					ada.press("\r")
					time.Sleep(500 * time.Millisecond)
					for what, ears := range map[string][]*ear{"browsers": browsers,
						"followers": l.listeners} {
						for _, e := range ears {
							l.awaitStep(e, k)
							at, _ := e.when(k)
							late[what] = append(late[what], at.Sub(pressed))
						}
					}
					ada.forget()
				}
				for what, all := range late {
					slices.Sort(all)
					t.Logf("%s: median %v, 99 %% %v, worst %v", what, all[len(all)/2].Round(time.Millisecond),
						all[len(all)*99/100].Round(time.Millisecond), all[len(all)-1].Round(time.Millisecond))
				}
				t.Logf("%d MB before, %d MB with all, %v of processor time a step", one>>20, full>>20,
					((l.used() - began) / steps).Round(time.Millisecond))
			})
		}
	}
}
