package author

import (
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// A session becomes a lesson that names its dag: a sample, or a file beside it.
func TestLessonOfASession(t *testing.T) {
	bat := uitest.Sample(t, "bat")
	own := uitest.Sample(t, "lion")
	own.Edges = slices.Clone(own.Edges)
	own.Edges[0].Tangent++
	own, err := model.NewDag("Mine: \x1b[31m", own.Vertices, own.Edges)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dag    *model.Dag
		name   string
		mode   bool
		beside string
	}{{bat, "bat", false, ""}, {bat.Classic(), "bat", true, ""}, {own, "my.xml", false, "dir/my.xml"}} {
		s := session.New(c.dag)
		for range 2 {
			if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Annotate(2, "a note"); err != nil {
			t.Fatal(err)
		}
		said := saved(t, s, "dir/my.md")
		content, ok := said[0].(documents.Content)
		if !ok || content.Path != "dir/my.md" || content.Command != "save-lesson" {
			t.Fatalf("%+v", said)
		}
		beside := ""
		for _, other := range said[1:] {
			beside = strings.TrimPrefix(string(other.(intent.Line)), "export ")
		}
		if beside != c.beside {
			t.Errorf("beside %q", beside)
		}
		text, err := content.Make(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		l, mistakes := lesson.Read(text)
		if len(mistakes) > 0 || l.Subject != (lesson.Subject{Dag: c.name, Classic: c.mode}) {
			t.Errorf("%+v, %v\n%s", l.Subject, mistakes, text)
		}
		course, mistakes := lesson.Play(l, func(string) (*model.Dag, error) {
			if c.mode {
				return bat, nil
			}
			return c.dag, nil
		})
		if len(mistakes) > 0 || course.Pages[len(course.Pages)-1].Note != "a note" {
			t.Errorf("%v\n%s", mistakes, text)
		}
	}
	said := saved(t, session.New(bat), "a.md")
	if refusal, ok := said[0].(intent.Say); !ok || refusal.As != intent.Refusal ||
		!strings.Contains(refusal.Text, "no steps yet") {
		t.Errorf("an empty session: %q", said)
	}
}

// saved is what :save-lesson answers.
func saved(t *testing.T, s *session.Session, path string) []intent.Intent {
	t.Helper()
	act, ok := Command().Write(path).(layer.Act)
	if !ok || act.Of != intent.Writes {
		t.Fatalf("it means %+v", act)
	}
	_, said := act.Do(&layer.View{Steps: s})
	return said
}
