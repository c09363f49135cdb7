package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/taskgraph"
)

// Place is when and on which thread an operation is carried out, by a schedule.
type Place struct {
	Machine    int
	Start, End model.Cost
}

// threads is a driver on several threads: what each carries out one after another. A
// matrix is made once and never changed; a sum is a matrix of its own. A thread
// that needs one waits for it, and the last one that uses it frees it.
type threads struct {
	machines [][]job
	matrices int   // j[0], j[1], ...
	users    []int // of each matrix; 0 for what is a result
	given    []job // Jacobians that are given before the threads begin
}

// job is one thing that a thread does.
type job struct {
	step  driverStep
	makes int   // the matrix
	parts []int // of a sum
	uses  []int // matrices: waited for, and given up afterwards
	start model.Cost
	end   model.Cost
}

// NewThreads makes the driver of a complete sequence on several threads: each operation
// on the thread of its place, in the given order, which keeps to the starts. The peak is
// that of the schedule.
func NewThreads(g *model.Dag, ops []model.Op, places []Place, order []int, peak model.Cost) (*Driver, error) {
	tasks, err := taskgraph.New(model.NewState(g), ops)
	if err != nil {
		return nil, err
	}
	if !tasks.Complete {
		return nil, fmt.Errorf("the sequence is not complete")
	}
	d := &Driver{Dag: g, names: vertexNames(g), threads: &threads{}}
	d.Memory.Peak = peak
	for _, j := range g.Topological() {
		if len(g.In(j)) > 0 {
			d.steps = append(d.steps, driverStep{kind: computeValue, edge: j, result: d.names[j]})
		}
	}
	b := &spreading{Driver: d, graph: tasks, places: places, name: make([]int, len(tasks.Jacobians)),
		late: make([]moment, len(tasks.Jacobians))}
	b.rank = make([]int, len(order))
	for k, t := range order {
		b.rank[t] = k
	}
	b.lines(ops)
	b.nameAll()
	b.spread(order)
	return d, nil
}

// moment is when something becomes available, with an order of what does so at one time.
type moment struct {
	end  model.Cost
	rank int
	task int32 // of the last product; -1 for what is given
}

func (m moment) after(o moment) bool {
	return cmp.Or(cmp.Compare(m.end, o.end), cmp.Compare(m.rank, o.rank)) > 0
}

// spreading puts operations and sums on threads.
type spreading struct {
	*Driver
	graph  *taskgraph.Graph
	places []Place
	rank   []int
	text   []string // of the operations
	name   []int    // of Jacobians: the matrix; -1 for a sum that no task reads
	late   []moment // when a Jacobian is complete
}

func (p *spreading) lines(ops []model.Op) {
	_, _ = model.Walk(model.NewState(p.Dag), ops, func(s *model.State, o model.Op, price model.Cost) {
		p.text = append(p.text, model.OpName(s, o))
		p.Cost = p.Cost.Add(price)
	}) // the operations were carried out before
}

// nameAll finds the Jacobians that are matrices of their own: products, what is given, and
// sums that tasks read or that are results.
func (p *spreading) nameAll() {
	read := make([]bool, len(p.name))
	for k := range p.graph.Tasks {
		for _, x := range p.graph.Tasks[k].Reads {
			if x != taskgraph.None {
				read[x] = true
			}
		}
	}
	for x := range p.graph.Jacobians {
		j := &p.graph.Jacobians[x]
		p.name[x] = -1
		switch {
		case j.Task != taskgraph.None:
			p.late[x] = moment{p.places[j.Task].End, p.rank[j.Task], j.Task}
		case j.Parts[0] == taskgraph.None:
			p.late[x] = moment{-1, -1, -1}
		default:
			p.late[x] = p.late[j.Parts[0]]
			if o := p.late[j.Parts[1]]; o.after(p.late[x]) {
				p.late[x] = o
			}
			if !read[x] && !j.Result {
				continue
			}
		}
		p.name[x] = p.threads.matrices
		p.threads.matrices++
		if j.Result {
			p.ends = append(p.ends, driverBlock{int(j.Target), int(j.Source), matrix(p.name[x])})
		}
	}
	p.threads.users = make([]int, p.threads.matrices)
}

func matrix(k int) string { return fmt.Sprintf("j[%d]", k) }

// parts lists the matrices that a sum is made of.
func (p *spreading) parts(x int32) (all []int) {
	for _, part := range p.graph.Jacobians[x].Parts {
		if p.name[part] >= 0 {
			all = append(all, p.name[part])
		} else {
			all = append(all, p.parts(part)...)
		}
	}
	return all
}

// spread lists what each thread does, sums behind the product that is the last of them.
func (p *spreading) spread(order []int) {
	sums := make(map[int32][]int32) // by the task of the last product
	for x := range p.graph.Jacobians {
		j := &p.graph.Jacobians[x]
		switch {
		case p.name[x] < 0:
		case j.Parts[0] != taskgraph.None:
			sums[p.late[x].task] = append(sums[p.late[x].task], int32(x))
		case j.Task == taskgraph.None:
			for _, k := range p.Dag.Out(int(j.Source)) {
				if p.Dag.Edges[k].Target == int(j.Target) {
					p.threads.given = append(p.threads.given,
						job{step: driverStep{kind: fetch, edge: k, result: matrix(p.name[x])},
							makes: p.name[x]})
				}
			}
		}
	}
	number := make(map[int]int) // threads without gaps
	for _, t := range order {
		at, ok := number[p.places[t].Machine]
		if !ok {
			at = len(number)
			number[p.places[t].Machine] = at
			p.threads.machines = append(p.threads.machines, nil)
		}
		p.add(at, p.operation(t))
		for _, x := range sums[int32(t)] {
			parts := p.parts(x)
			p.add(at, job{step: driverStep{kind: sum, result: matrix(p.name[x])}, makes: p.name[x],
				parts: parts, uses: parts})
		}
	}
	for _, e := range p.ends {
		for k := range p.threads.users {
			if matrix(k) == e.name {
				p.threads.users[k] = 0 // is never given up
			}
		}
	}
}

func (p *spreading) add(machine int, j job) {
	slices.Sort(j.uses)
	j.uses = slices.Compact(j.uses)
	for _, k := range j.uses {
		p.threads.users[k]++
	}
	p.threads.machines[machine] = append(p.threads.machines[machine], j)
}

// operation is the job of a task.
func (p *spreading) operation(t int) job {
	task := &p.graph.Tasks[t]
	made := &p.graph.Jacobians[task.Makes]
	j := job{makes: p.name[task.Makes], start: p.places[t].Start, end: p.places[t].End}
	var read []string
	for _, x := range task.Reads {
		if x != taskgraph.None {
			j.uses = append(j.uses, p.name[x])
			read = append(read, matrix(p.name[x]))
		}
	}
	s := driverStep{result: matrix(j.makes), edge: int(task.Edge), line: p.text[t], price: task.Price,
		counted: true,
		size:    [2]model.Cost{p.Dag.Size(int(made.Target)), p.Dag.Size(int(made.Source))}}
	switch {
	case task.Op.IsAccumulation():
		s.kind = accumulation(&p.Dag.Edges[task.Edge], task.Op.Mode)
	case task.Op.Mode == model.TAN:
		s.kind, s.left = tangent, read[0]
	case task.Op.Mode == model.ADJ:
		s.kind, s.left = adjoint, read[0]
	default:
		s.kind, s.left, s.right = product, read[1], read[0]
	}
	j.step = s
	return j
}

// writeThreads writes the lines between the beginning and the end of a driver.
func (d *Driver) writeThreads(b *strings.Builder, g grammar, t threading) {
	for _, s := range d.steps {
		fmt.Fprintf(b, "%s%s\n", g.indent, g.step(d, s))
	}
	g.made = g.assigned
	users := make([]string, len(d.threads.users))
	for k, n := range d.threads.users {
		users[k] = fmt.Sprint(n)
	}
	fmt.Fprintf(b, t.begin, d.threads.matrices, strings.Join(users, ", "), len(d.threads.machines))
	available := make(map[int]bool)
	for _, j := range d.threads.given {
		available[j.makes] = true
		fmt.Fprintf(b, "%s%s\n", g.indent, g.step(d, j.step))
	}
	for m, jobs := range d.threads.machines {
		b.WriteString(t.thread(m, jobs))
		made := make(map[int]bool)
		for _, j := range jobs {
			for _, k := range j.uses {
				if !available[k] && !made[k] {
					fmt.Fprintf(b, t.wait, k)
				}
			}
			made[j.makes] = true
			if j.parts != nil {
				t.sum(b, j)
			} else {
				fmt.Fprintf(b, "%s%s  %s %s %s, %s to %s\n", t.indent, g.step(d, j.step), g.remark,
					j.step.line, j.step.price, j.start, j.end)
			}
			fmt.Fprintf(b, t.made, j.makes)
			for _, k := range j.uses {
				if d.threads.users[k] > 0 {
					fmt.Fprintf(b, t.free, k)
				}
			}
			if d.threads.users[j.makes] == 0 && !d.isBlock(j.makes) {
				fmt.Fprintf(b, t.drop, j.makes)
			}
		}
		b.WriteString(t.endThread)
	}
	b.WriteString(t.end)
}

func (d *Driver) isBlock(k int) bool {
	return slices.ContainsFunc(d.ends, func(e driverBlock) bool { return e.name == matrix(k) })
}

// threading is how a language writes threads, as formats.
type threading struct {
	indent                 string
	begin                  string // [1] matrices, [2] their users, [3] threads
	thread                 func(m int, jobs []job) string
	endThread, end         string
	wait, made, free, drop string // of matrix [1]
	sum                    func(b *strings.Builder, j job)
}

// goThreads: a panic of a module ends the other threads, too, and is passed on.
var goThreads = threading{
	indent: "\t\t",
	begin: `	j := make([]Matrix, %[1]d)
	users := []int32{%[2]s} // of each matrix that are left; the last one frees it
	made := make([]chan struct{}, %[1]d)
	for k := range made {
		made[k] = make(chan struct{})
	}
	stop := make(chan struct{})
	var broken any
	var once sync.Once
	var threads sync.WaitGroup
	wait := func(k int) {
		select {
		case <-made[k]:
		case <-stop:
			panic(stop)
		}
	}
	free := func(k int) {
		if atomic.AddInt32(&users[k], -1) == 0 {
			j[k] = Matrix{}
		}
	}
	thread := func(work func()) {
		threads.Add(1)
		go func() {
			defer threads.Done()
			defer func() {
				if r := recover(); r != nil {
					once.Do(func() { broken = r; close(stop) })
				}
			}()
			work()
		}()
	}
	_, _ = wait, free
`,
	thread:    func(m int, _ []job) string { return fmt.Sprintf("\tthread(func() { // %d\n", m) },
	endThread: "\t})\n",
	end:       "\tthreads.Wait()\n\tif broken != nil {\n\t\tpanic(broken)\n\t}\n",
	wait:      "\t\twait(%[1]d)\n", made: "\t\tclose(made[%[1]d])\n", free: "\t\tfree(%[1]d)\n",
	drop: "\t\tj[%[1]d] = Matrix{}\n",
	sum: func(b *strings.Builder, j job) {
		text := matrix(j.parts[0])
		for _, k := range j.parts[1:] {
			text = fmt.Sprintf("sum(%s, %s)", text, matrix(k))
		}
		fmt.Fprintf(b, "\t\t%s = %s\n", matrix(j.makes), text)
	},
}

// cppThreads: an exception of a module is passed on to the threads that wait, and thrown when
// all threads have ended.
var cppThreads = threading{
	indent: "      ",
	begin: `  std::vector<Matrix> j(%[1]d);
  std::atomic<int> users[] = {%[2]s};  // of each matrix that are left; the last one frees it
  std::vector<std::promise<void>> made(%[1]d);
  std::vector<std::shared_future<void>> there;
  for (auto& promise : made) there.push_back(promise.get_future().share());
  std::vector<char> told(%[1]d);
  std::exception_ptr broken;
  std::mutex guard;
  auto make = [&](std::size_t k) { told[k] = 1; made[k].set_value(); };
  auto free = [&](std::size_t k) { if (--users[k] == 0) j[k] = Matrix(); };
  auto thread = [&](std::vector<std::size_t> makes, auto work) {
    return std::thread([&, makes, work] {
      try {
        work();
      } catch (...) {
        for (std::size_t k : makes) if (!told[k]) made[k].set_exception(std::current_exception());
        std::lock_guard<std::mutex> lock(guard);
        if (!broken) broken = std::current_exception();
      }
    });
  };
  (void)free;
  std::vector<std::thread> threads;
`,
	end:  "  for (auto& t : threads) t.join();\n  if (broken) std::rethrow_exception(broken);\n",
	wait: "      there[%[1]d].get();\n", made: "      make(%[1]d);\n", free: "      free(%[1]d);\n",
	drop: "      j[%[1]d] = Matrix();\n",
	thread: func(m int, jobs []job) string {
		makes := make([]string, len(jobs))
		for k, j := range jobs {
			makes[k] = fmt.Sprint(j.makes)
		}
		return fmt.Sprintf("  threads.push_back(thread({%s}, [&] {  // %d\n", strings.Join(makes, ", "), m)
	},
	endThread: "  }));\n",
	sum: func(b *strings.Builder, j job) {
		fmt.Fprintf(b, "      %s = %s;\n", matrix(j.makes), matrix(j.parts[0]))
		for _, k := range j.parts[1:] {
			fmt.Fprintf(b, "      facet::add(%s, %s);\n", matrix(j.makes), matrix(k))
		}
	},
}
