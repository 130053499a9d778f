package sched

// Colour gives every hop a time, from 1 on, such that no word and no generator has a time
// twice, and sorts the hops of every word by time. Hops start[v] … start[v+1]-1 are those of
// word v; hop i takes generator gen[i] < d at time[i]. The last time is the greatest number of
// hops of any word or generator, the least possible: this is an edge colouring of a bipartite
// multigraph with as many colours as its greatest degree (Kőnig). A generator has many free
// times and a word few taken ones, so almost every hop finds a common free time at once; else a
// chain of at most d generators that alternates between two times is swapped. O(hops·D) for
// words of D hops; 4 bytes a hop, 8 for each generator and time.
func Colour(start []int, gen, time []int32, d int) {
	c := &colouring{start: start, gen: gen, time: time,
		word: make([]int32, len(gen)), taken: make([][]int32, d), free: make([][]int32, d)}
	load := make([]int, d)
	times := 0
	for v := range len(start) - 1 {
		times = max(times, start[v+1]-start[v])
		for i := start[v]; i < start[v+1]; i++ {
			c.word[i] = int32(v)
			load[gen[i]]++
			times = max(times, load[gen[i]])
		}
	}
	for x := range c.taken {
		c.taken[x] = make([]int32, times)
		c.free[x] = make([]int32, times)
		for i := range c.free[x] { // each generator starts elsewhere: fewer clashes
			c.free[x][i] = int32((i+x*times/d)%times) + 1
		}
	}
	clear(time)
	for i := range gen {
		c.place(int32(i))
	}
	for v := range len(start) - 1 {
		c.sort(start[v], start[v+1])
	}
}

type colouring struct {
	start     []int
	gen, time []int32
	word      []int32   // by hop
	taken     [][]int32 // by generator and time-1: its hop+1
	free      [][]int32 // by generator: its free times, some stale
}

// busy is the hop of word v at time a, or -1.
func (c *colouring) busy(v, a int32) int {
	for i := c.start[v]; i < c.start[v+1]; i++ {
		if c.time[i] == a {
			return i
		}
	}
	return -1
}

func (c *colouring) set(i, a int32) {
	c.time[i] = a
	c.taken[c.gen[i]][a-1] = i + 1
}

// place gives hop i a time.
func (c *colouring) place(i int32) {
	x, v := c.gen[i], c.word[i]
	list := c.free[x]
	for n := len(list) - 1; n >= 0; n-- {
		a := list[n]
		if c.taken[x][a-1] != 0 { // stale
			list[n] = list[len(list)-1]
			list = list[:len(list)-1]
			continue
		}
		if c.busy(v, a) < 0 {
			list[n] = list[len(list)-1]
			c.free[x] = list[:len(list)-1]
			c.set(i, a)
			return
		}
	}
	c.free[x] = list
	a, b := list[len(list)-1], int32(1) // a is free at x, b at v
	for c.busy(v, b) >= 0 {
		b++
	}
	c.swap(x, b, a)
	c.set(i, b)
}

// swap exchanges times b and a along the chain that leaves x by its hop at b;
// b is then free at x.
func (c *colouring) swap(x, b, a int32) {
	var chain []int32
	for {
		i := c.taken[x][b-1] - 1
		if i < 0 {
			break
		}
		chain = append(chain, i)
		j := c.busy(c.word[i], a)
		if j < 0 {
			break
		}
		chain = append(chain, int32(j))
		x = c.gen[j]
	}
	for _, i := range chain {
		y := c.gen[i]
		at := c.time[i]
		c.taken[y][at-1] = 0
		c.free[y] = append(c.free[y], at)
	}
	for _, i := range chain {
		c.set(i, a+b-c.time[i])
	}
}

// sort orders the hops lo … hi-1 of one word by time.
func (c *colouring) sort(lo, hi int) {
	for i := lo + 1; i < hi; i++ {
		for j := i; j > lo && c.time[j] < c.time[j-1]; j-- {
			c.time[j], c.time[j-1] = c.time[j-1], c.time[j]
			c.gen[j], c.gen[j-1] = c.gen[j-1], c.gen[j]
		}
	}
}
