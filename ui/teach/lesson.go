package teach

import (
	"cmp"
	"fmt"
	"strings"

	"facet/samples/lessons"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/teach/presenter"

	"github.com/spf13/cobra"
)

const lessonLong = `Present a lesson page by page. PgDn goes to the next page, PgUp goes back, as with a
clicker. The screen shows no answers until you ask. You can try a move of your own at
any step.

NAME is the name of a lesson that comes with facet, or a part of the name. FILE is a
Markdown file (docs/lessons.md says how to write one). Without either, facet lists the
lessons and how far you came in each.`

func (p commands) lessonCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "lesson [NAME|FILE]",
		Short:   "Present a lesson, or list, check and print lessons",
		Long:    lessonLong,
		Example: "  facet lesson\n  facet lesson bat\n  facet lesson --check mine.md\n  facet lesson --print newton | less",
	}
	check := c.Flags().Bool("check", false,
		"check the sequences and puzzles of lessons, and report each mistake with its line")
	print := c.Flags().Bool("print", false, "print a lesson as plain pages")
	screen := shell.ScreenFlags(c)
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 1 && !*check {
			return fmt.Errorf("facet lesson takes one lesson, %q is too much: --check takes several", args[1])
		}
		return nil
	}
	c.ValidArgsFunction = completeLessons
	c.RunE = func(c *cobra.Command, args []string) error {
		o, err := screen()
		if err != nil {
			return err
		}
		library := presenter.Library{Files: p.shell.Files}
		library.Directory, _ = p.place()
		switch {
		case *check && *print:
			return fmt.Errorf("--check and --print exclude each other: choose one")
		case *check:
			return p.checkLessons(c, library, args)
		case len(args) == 0 && *print:
			return fmt.Errorf("--print needs a lesson: there are %s", strings.Join(lessons.Names(), ", "))
		case len(args) == 0:
			return p.listLessons(library)
		case *print:
			return p.printLesson(c, library, args[0])
		}
		if _, err := library.Find(c.Context(), args[0]); err != nil { // it is read where it is presented
			return err
		}
		o.Lead = intent.Lead{Kind: presenter.Kind, About: args[0]}
		return p.shell.Show(c, o)
	}
	return c
}

// listLessons prints the lessons and how far the user came in each.
func (p commands) listLessons(library presenter.Library) error {
	all, err := library.List()
	if err != nil {
		return err
	}
	var rows [][]string // what each is about stands in the explorer's list, where it is selected
	for _, l := range all {
		reached := ""
		if l.Begun {
			reached = "(" + l.Standing() + ")"
		}
		rows = append(rows, []string{l.Name, l.Title, reached})
	}
	fmt.Fprint(p.shell.Out, style.Table("lll", rows))
	_, err = fmt.Fprintf(p.shell.Out, "\nfacet lesson %s opens the first; PgDn goes to the next page.\n",
		all[0].Name)
	return err
}

// checkLessons checks the lessons that are named, or all that come with facet.
func (p commands) checkLessons(c *cobra.Command, library presenter.Library, names []string) error {
	if len(names) == 0 {
		names = lessons.Names()
	}
	wrong, broken := 0, 0
	for _, name := range names {
		found, err := library.Find(c.Context(), name)
		if c.Context().Err() != nil {
			return fmt.Errorf("interrupted while checking %s", name)
		}
		if err != nil { // the others are checked all the same
			fmt.Fprintln(p.shell.Out, style.Printable(err.Error()))
			wrong, broken = wrong+1, broken+1
			continue
		}
		course, mistakes := found.Read(c.Context())
		if course != nil {
			mistakes = append(append(mistakes, course.Unseen()...),
				presenter.CheckPuzzles(c.Context(), course)...)
		}
		if err := c.Context().Err(); err != nil {
			return fmt.Errorf("interrupted while checking %s", found.Name)
		}
		for _, m := range mistakes {
			fmt.Fprintf(p.shell.Out, "%s: %s\n", found.Name, style.Printable(m.Error()))
		}
		if wrong += len(mistakes); len(mistakes) > 0 {
			broken++
			continue
		}
		fmt.Fprintf(p.shell.Out, "%s: %s, %s, no mistakes\n", found.Name,
			style.Plural(len(course.Chapters), "chapter", "chapters"),
			style.Plural(len(course.Pages), "page", "pages"))
	}
	if wrong > 0 {
		return fmt.Errorf("%s in %d of %s", style.Plural(wrong, "mistake", "mistakes"), broken,
			style.Plural(len(names), "lesson", "lessons"))
	}
	return nil
}

func (p commands) printLesson(c *cobra.Command, library presenter.Library, name string) error {
	found, err := library.Find(c.Context(), name)
	if err != nil {
		return err
	}
	course, mistakes := found.Read(c.Context())
	if err := mistakes.Err(); err != nil {
		return fmt.Errorf("%s, %w", found.Name, err)
	}
	width := cmp.Or(p.shell.Width, 80)
	return presenter.Print(p.shell.Out, course, style.New(style.Mono, false, func(string) string {
		return ""
	}), width)
}

func completeLessons(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion,
	cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, name := range lessons.Names() {
		if strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}
