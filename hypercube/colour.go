package hypercube

// colouring gives every hop (job, machine) one of `steps` times that neither
// its job nor its machine has twice: Kőnig's edge colouring of a bipartite
// graph, possible whenever no job and no machine has more than `steps` hops.
type colouring struct {
	steps    int
	jobs     []int32 // by job·steps + time: hop+1
	machines []int32 // by machine·steps + time: hop+1
	job      []int32 // by hop
	machine  []int32 // by hop
	time     []int32 // by hop, from 0
}

func newColouring(jobs, machines, steps int) *colouring {
	return &colouring{steps: steps, jobs: make([]int32, jobs*steps), machines: make([]int32, machines*steps)}
}

// add places one more hop, moving others along a chain of two times if no time
// is free at both ends. The chain cannot come back to the job: it enters jobs
// by time b, which is free there.
func (c *colouring) add(job, machine int) {
	h := int32(len(c.job))
	c.job, c.machine, c.time = append(c.job, int32(job)), append(c.machine, int32(machine)), append(c.time, 0)
	js, ms := c.jobs[job*c.steps:][:c.steps], c.machines[machine*c.steps:][:c.steps]
	a, b := -1, -1 // free at the machine, free at the job
	for t := range c.steps {
		switch {
		case js[t] == 0 && ms[t] == 0:
			c.put(h, int32(t))
			return
		case ms[t] == 0 && a < 0:
			a = t
		case js[t] == 0 && b < 0:
			b = t
		}
	}
	c.flip(machine, a, b)
	c.put(h, int32(b))
}

func (c *colouring) put(h, t int32) {
	c.time[h] = t
	c.jobs[int(c.job[h])*c.steps+int(t)] = h + 1
	c.machines[int(c.machine[h])*c.steps+int(t)] = h + 1
}

// flip exchanges times a and b along the chain that leaves the machine by b.
func (c *colouring) flip(machine, a, b int) {
	var chain []int32
	for {
		h := c.machines[machine*c.steps+b]
		if h == 0 {
			break
		}
		chain = append(chain, h-1)
		g := c.jobs[int(c.job[h-1])*c.steps+a]
		if g == 0 {
			break
		}
		chain = append(chain, g-1)
		machine = int(c.machine[g-1])
	}
	for _, h := range chain {
		c.jobs[int(c.job[h])*c.steps+int(c.time[h])] = 0
		c.machines[int(c.machine[h])*c.steps+int(c.time[h])] = 0
	}
	for _, h := range chain {
		c.put(h, int32(a+b)-c.time[h])
	}
}
