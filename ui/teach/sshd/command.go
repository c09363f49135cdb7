package sshd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/config"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/terminal"

	"github.com/spf13/cobra"
)

// Command is facet serve.
func Command(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "serve FILE...",
		Short: "Serve a class over ssh",
		Long: `Serve a class over ssh. Students type

  ssh -p 2222 HOST

They follow your steps in their own windows, try moves, and solve the puzzles that you
open. With --web those who only look see the same in a browser. Each FILE is a dag, a
session or a lesson. Students can reach no other files, and no command and no
environment of this machine. Without flags only this machine can connect.

` + shell.FileHelp,
		Example:           "  facet serve bat\n  facet serve --address :2222 --open bat lion\n  facet serve --address :2222 --web :8080 --open bat\n  facet serve --headless --watch openfoam",
		Args:              shell.SomeFiles,
		ValidArgsFunction: shell.CompleteFiles(1 << 10),
	}
	o := Options{Limits: Standard(), AskNames: true, Parts: s.Parts,
		Function: s.Files.Function,
		Own:      func() (terminal.Terminal, func(), error) { return launch.Own(false) }}
	f := c.Flags()
	f.StringVar(&o.Address, "address", "127.0.0.1:2222", "address to listen on, as host:port")
	shell.Known(c, "address", "listen", "addr", "port", "bind", "host")
	f.StringVar(&o.AuthorizedKeys, "authorized-keys", "", "file of the public keys that can connect")
	f.StringVar(&o.Lecturers, "lecturers", "", "file of the public keys that can lead from another machine")
	f.BoolVar(&o.Open, "open", false, "let anybody connect who can reach --address")
	f.Var(codeFlag{&o.Code}, "code",
		"ask everybody for this code of the class who is in no list; alone, a code is made up")
	f.Lookup("code").NoOptDefVal = made
	f.StringVar(&o.Invite, "invite", "",
		"the name or address that students type (default: an address of this machine)")
	f.StringVar(&o.Web, "web", "",
		"address on which browsers see what followers see, and can do nothing, as host:port (default: none)")
	f.StringVar(&o.WebPage, "web-page", "",
		"the address that browsers are given, where a proxy is in between, as https://class.example.org/")
	f.BoolVar(&o.Anonymous, "anonymous", false, "show no names of students")
	f.StringVar(&o.HostKey, "host-key", "", "the server's private key (default: one is made and saved)")
	f.StringVar(&o.State, "state", "", "folder of the students' sessions (default: with your own)")
	f.BoolVar(&o.Headless, "headless", false,
		"no screen here: log to standard error, and continue when the terminal closes")
	f.BoolVar(&o.Watch, "watch", false, "start a search on the first FILE at once, for everybody to watch")
	theme := shell.Choice(c, "theme", "auto", "colours of the lecturer's screen", style.Kinds()...)
	settings := f.String("config", "", "for the lecturer's screen: "+shell.ConfigUsage)
	logTo := f.String("log", "",
		"write the log to this file (default with a screen: class.log in the state folder)")
	l := &o.Limits
	for _, n := range l.numbers() {
		f.IntVar(n.value, n.flag, *n.value, n.usage)
	}
	f.Var((*shell.Limit)(&l.Idle), "idle", "close a session after this idle time")
	f.Var((*shell.Limit)(&l.Grace), "grace", "time to accept the server's key and to log in")
	f.Var((*shell.Limit)(&l.Expire), "expire",
		"delete the sessions of a key that does not come back for so long")
	f.Var((*shell.Limit)(&l.Search), "search-time", "time limit of a student's search")
	f.Var((*shell.Size)(&l.Memory), "search-memory", "memory limit of a student's search")
	o.Search.Memory = 1e9
	check := shell.WorkersFlag(c, &o.Search.Workers, "goroutines of the class's search")
	f.Var((*shell.Limit)(&o.Search.Time), "time",
		"time limit of the search that --watch starts (default: none)")
	f.Var((*shell.Size)(&o.Search.Memory), "memory", "memory limit of the search that --watch starts")
	c.RunE = func(c *cobra.Command, args []string) error {
		err := check()
		if err != nil {
			return err
		}
		if o.Invite != "" && !plain(o.Invite) {
			return fmt.Errorf("--invite is %q: write a name or an address, as class.example.org", o.Invite)
		}
		o.Theme = *theme
		if err := errors.Join(shell.OneOf("theme", o.Theme, style.Kinds()...), l.check(),
			o.checkPage()); err != nil {
			return err
		}
		if c.Flags().Changed("code") {
			o.Code, args = codeAmong(o.Code, args)
			if err := checkCode(o.Code); o.Code != made && err != nil {
				return err
			}
		}
		if err := o.open(c, s, args); err != nil {
			return err
		}
		if o.Settings, err = config.Find(*settings, s.Getenv); err != nil {
			return err
		}
		if o.State == "" {
			if o.State, err = store.Folder(s.Getenv, "class"); err != nil {
				return fmt.Errorf("%w: name one with --state", err)
			}
		}
		if o.Code == made {
			if o.Code, err = makeCode(o.State); err != nil {
				return err
			}
		}
		o.Out, o.Log = s.Out, s.Err
		if *logTo == "" && !o.Headless {
			*logTo = filepath.Join(o.State, "class.log")
		}
		if *logTo != "" {
			file, err := openLog(*logTo, mostLog)
			if err != nil {
				return fmt.Errorf("the log %s cannot be written: %w", *logTo, files.Reason(err))
			}
			defer file.Close()
			o.Log = file
		}
		if o.Headless {
			launch.StayUp()
		}
		launch.LeaveGarbage()
		l.Waiting = fewFiles()
		o.Asked = launch.Serve()
		return run(c.Context(), o)
	}
	return c
}

// open opens what is to be served: dags, sessions and lessons.
func (o *Options) open(c *cobra.Command, s shell.Shell, args []string) error {
	o.Lessons = make(map[string][]byte)
	for _, name := range args {
		in, err := s.Open(c, name)
		switch {
		case err != nil && o.Code == made && checkCode(name) == nil:
			return fmt.Errorf("%w: a code with letters is written --code=%s", err, name)
		case err != nil:
			return err
		}
		d := Served{Name: called(in)}
		switch in.Kind {
		case files.Lesson:
			if _, ok := o.Lessons[d.Name]; ok {
				return fmt.Errorf("two lessons are called %s: rename one of them", d.Name)
			}
			o.Lessons[d.Name] = in.Content
			continue
		case files.Session:
			if d.Session, err = in.Session(); err == nil {
				d.Dag = d.Session.Dag()
			}
		default:
			d.Dag, err = in.Dag(c.Context())
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(o.Dags, func(other Served) bool { return other.Name == d.Name }) {
			return fmt.Errorf("two files are called %s: rename one of them", d.Name)
		}
		o.Dags = append(o.Dags, d)
	}
	return nil
}

// called is how guests name a dag: by the file's name without folder, end and spaces.
func called(in *files.Input) string {
	name := in.Name
	if in.Path != "" {
		name = filepath.Base(in.Path)
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return fileName(name)
}

// number is a limit that is counted, with its flag.
type number struct {
	value *int
	flag  string
	most  int
	usage string
}

// numbers are the limits that are counted.
func (l *Limits) numbers() []number {
	return []number{
		{&l.Sessions, "sessions", 10_000, "sessions at the same time, in all"},
		{&l.Browsers, "browsers", 100_000, "browsers that look at the same time"},
		{&l.PerKey, "per-key", 10_000,
			"sessions of one key, or of one connection without a key, at the same time"},
		{&l.PerAddress, "per-address", 10_000,
			"sessions without a key from one address at the same time, and as many of keys that are not listed"},
		{&l.Rate, "rate", 1_000_000, "sessions per minute of one key, or from one address without a key"},
		{&l.Arrivals, "arrivals", 1_000_000, "connections per minute from one address"},
		{&l.Kept, "kept", 1_000_000, "saved sessions of one key"},
		{&l.Keys, "keys", 1_000_000, "keys whose sessions are saved"},
		{&l.Edges, "most-edges", 10_000_000, "maximal number of edges of a served dag"},
	}
}

// check refuses limits that let no session in, or anything.
func (l *Limits) check() error {
	for _, n := range l.numbers() {
		if *n.value < 1 || *n.value > n.most {
			return fmt.Errorf("--%s is %d: choose a number from 1 to %d", n.flag, *n.value, n.most)
		}
	}
	if l.Idle <= 0 || l.Grace <= 0 || l.Search <= 0 || l.Expire <= 0 {
		return errors.New("--idle, --grace, --expire and --search-time take a time above 0, as 30m or 10s")
	}
	return nil
}

// run opens a class and returns when it is over: when the context ends, or when the
// lecturer at the process's terminal leaves.
func run(ctx context.Context, o Options) error {
	var screen terminal.Terminal
	if !o.Headless {
		t, end, err := o.Own()
		if err != nil {
			return errors.New("there is no terminal here to lead from: use --headless to serve without one")
		}
		defer end()
		screen = t
	}
	s, err := New(o)
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Address)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", o.Address, reason(err))
	}
	pages, err := s.listenWeb(ctx)
	if err != nil {
		return errors.Join(err, l.Close(), s.Close())
	}
	s.greet(l.Addr())
	if o.Watch {
		if err := s.watch(); err != nil {
			return errors.Join(err, l.Close())
		}
	}
	accepted := make(chan error, 2)
	go func() { accepted <- s.Accept(l) }()
	go func() { accepted <- s.acceptWeb(pages) }()
	if o.Headless {
		<-ctx.Done()
	} else {
		err = s.lead(ctx, screen)
	}
	_ = l.Close()
	return errors.Join(err, s.Close(), <-accepted, <-accepted)
}

// listenWeb listens for browsers, where these are wanted, and notes what address they are
// given.
func (s *Server) listenWeb(ctx context.Context) (net.Listener, error) {
	if s.web == nil {
		return nil, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.options.Web)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", s.options.Web, reason(err))
	}
	s.invite.Page = s.pageAddress(l.Addr())
	s.log.note(slog.LevelInfo, "open", "at", l.Addr(), "for", "browsers", "code", s.options.Code != "")
	return l, nil
}

// pageAddress is the address that browsers are given.
func (s *Server) pageAddress(at net.Addr) string {
	page := s.options.WebPage
	if host, port, err := net.SplitHostPort(at.String()); page == "" && err == nil {
		if host = s.called(host); port != "80" {
			host = net.JoinHostPort(host, port)
		}
		page = "http://" + host + "/"
	}
	if s.options.Code != "" {
		page = strings.TrimSuffix(page, "/") + "/?code=" + url.QueryEscape(s.options.Code)
	}
	return page
}

// acceptWeb lets browsers in until the server is closed.
func (s *Server) acceptWeb(l net.Listener) error {
	if l == nil {
		return nil
	}
	return s.web.Serve(l)
}

// watch starts a search on the first dag for all to watch, which goes on from what is kept of
// that dag. It ends with the class.
func (s *Server) watch() error {
	o, g := s.options.Search, s.options.Dags[0].Dag
	var total model.Cost
	if o.Sequence, total, o.Lower = s.finds().Before(g); total > 0 {
		s.log.note(slog.LevelInfo, "going on", "total", total, "bound", o.Lower)
	}
	if o.Workers <= 0 {
		o.Workers = solver.DefaultWorkers()
	}
	_, err := s.class.Share("this server")(s.ctx, model.NewState(g), o)
	return err
}

// reason is what went wrong with the network, without what the message says already.
func reason(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var system *os.SyscallError
	if errors.As(err, &system) {
		return system.Err
	}
	return err
}

// greet says where the class is.
func (s *Server) greet(at net.Addr) {
	host, port, _ := net.SplitHostPort(at.String())
	host = s.called(host)
	made := ""
	if s.fresh {
		made = ", made just now"
	}
	s.log.note(slog.LevelInfo, "open", "at", at, "key", s.fingerprint(), "dags", len(s.options.Dags),
		"anybody", s.listed == nil)
	s.invite.Host, s.invite.Port, s.invite.Fingerprint, s.invite.Code = host, port, s.fingerprint(),
		s.options.Code
	s.invite.Alone = s.options.Invite == "" && loopback(host)
	if s.code.needed() {
		fmt.Fprintf(s.options.Out, "The class's code: %s\n", s.options.Code)
	}
	fmt.Fprintf(s.options.Out,
		"The class is open: ssh -p %s %s\nStudents who follow: %s\nThe server's key%s: %s\n", port, host,
		s.invite.Command(), made, s.fingerprint())
	if s.invite.Page != "" {
		fmt.Fprintf(s.options.Out, "Browsers, to look: %s\n", s.invite.Page)
	}
}

// called is how others call this machine, which listens at a host.
func (s *Server) called(host string) string {
	switch ip := net.ParseIP(host); {
	case s.options.Invite != "":
		return s.options.Invite
	case host == "", ip != nil && ip.IsUnspecified():
		return ownAddress()
	}
	return host
}

// ownAddress is the address under which others reach this machine, as far as it knows:
// the first of its network's; HOST where there is none.
func ownAddress() string {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return "HOST"
	}
	best := "HOST"
	for _, a := range all {
		network, ok := a.(*net.IPNet)
		switch {
		case !ok || !network.IP.IsGlobalUnicast():
		case network.IP.To4() != nil:
			return network.IP.String()
		case best == "HOST":
			best = network.IP.String()
		}
	}
	return best
}
