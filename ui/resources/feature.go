// Package resources is the wing for time on several machines and memory: facet schedule,
// facet front, two objectives of facet solve, and the page W of the explorer.
package resources

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/spf13/cobra"

	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/resources/gantt"
	"facet/ui/resources/scheduling"
)

// Feature adds the commands, the objectives and the page W.
func Feature() feature.Feature {
	return feature.Feature{
		Explorer: func(layer.Surroundings) layer.Part {
			return layer.Part{
				Commands: func(h layer.Host) []layer.Command {
					return []layer.Command{(&timetables{host: h}).command().On("W").
						Help("Steps", "the steps on several machines, and memory")}
				},
				Tables: []*layer.Table{gantt.Table()},
			}
		},
		Shell: func(s shell.Shell) []*cobra.Command {
			return []*cobra.Command{scheduling.ScheduleCommand(s), scheduling.FrontCommand(s)}
		},
		Objective: scheduling.NewObjective,
	}
}

// command is :schedule, with a number of machines and split as arguments.
func (t *timetables) command() layer.Command {
	return layer.Command{Name: "schedule", Args: "[machines] [split]",
		Does: "the steps on several machines, with the memory they take", Intent: t.shows(gantt.Show{}),
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			want := gantt.Show{Machines: 2}
			for _, word := range strings.Fields(arg) {
				if word == "split" {
					want.Split = true
					continue
				}
				n, err := strconv.Atoi(word)
				if err != nil || n < 1 || n > mostMachines {
					return nil, fmt.Errorf("schedule takes a number of machines from 1 to %d, and split",
						mostMachines)
				}
				want.Machines = n
			}
			return t.shows(want), nil
		}}
}

// mostMachines is the most machines that the user may ask for.
const mostMachines = 1_000_000

// timetableJob is the name of the job in the background.
const timetableJob job.Name = "the schedule"

// timetables shows the steps of the session on several machines.
type timetables struct {
	host layer.Host
	last gantt.Show
	page *gantt.Page
}

// shows is the intent to open the page.
func (t *timetables) shows(want gantt.Show) intent.Intent {
	return layer.Act{Of: intent.Looks, Do: func(v *layer.View) (tea.Cmd, []intent.Intent) {
		return t.show(v, want)
	}}
}

// show opens the page, and computes the timetable in the background.
func (t *timetables) show(v *layer.View, want gantt.Show) (tea.Cmd, []intent.Intent) {
	if want.Machines == 0 {
		want = gantt.Show{Machines: gantt.OrTwo(t.last.Machines), Split: t.last.Split}
	}
	t.last = want
	page := gantt.NewPage(want)
	ops := gantt.Operations(v)
	if t.page.Of(ops) {
		page.Keep(t.page)
	}
	t.page = page
	root, _ := v.Steps.StateAt(0)
	return layer.Begin(t.host.Jobs(), timetableJob, func(ctx context.Context) gantt.Found {
		return gantt.Find(ctx, root, ops, want)
	},
		func(found gantt.Found) (tea.Cmd, []intent.Intent) {
			page.Show(found)
			return nil, nil
		}), []intent.Intent{layer.Over{Layer: page}}
}
