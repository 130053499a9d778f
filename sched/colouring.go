package sched

// colouring gives every hop (word, generator) a time that neither has twice:
// an edge colouring of a bipartite multigraph with as many colours as its
// greatest degree (Kőnig). A generator has many free times but a word few taken
// ones, so almost every hop finds a common free time at once; else a chain that
// alternates two times is swapped, at most d generators long. O(hops·D).
type colouring struct {
	t     *ExchangeTemplate
	word  []int32   // by hop
	taken [][]int32 // by generator and time-1: its hop+1
	free  [][]int32 // by generator: its free times, some stale
}

// colour fills t.Time and sorts every word by it.
func (t *ExchangeTemplate) colour(d int) {
	c := &colouring{t: t, word: make([]int32, len(t.Gen)), taken: make([][]int32, d), free: make([][]int32, d)}
	load := make([]int, d)
	times := 0
	for v := range len(t.Start) - 1 {
		times = max(times, t.Start[v+1]-t.Start[v])
		for i := t.Start[v]; i < t.Start[v+1]; i++ {
			c.word[i] = int32(v)
			load[t.Gen[i]]++
			times = max(times, load[t.Gen[i]])
		}
	}
	for x := range c.taken {
		c.taken[x] = make([]int32, times)
		c.free[x] = make([]int32, times)
		for i := range c.free[x] { // each generator starts elsewhere: fewer clashes
			c.free[x][i] = int32((i+x*times/d)%times) + 1
		}
	}
	for i := range t.Gen {
		c.place(int32(i))
	}
	for v := range len(t.Start) - 1 {
		t.sortHops(t.Start[v], t.Start[v+1])
	}
}

// busy is the hop of word v at time a, or -1.
func (c *colouring) busy(v, a int32) int {
	for i := c.t.Start[v]; i < c.t.Start[v+1]; i++ {
		if c.t.Time[i] == a {
			return i
		}
	}
	return -1
}

func (c *colouring) set(i, a int32) {
	c.t.Time[i] = a
	c.taken[c.t.Gen[i]][a-1] = i + 1
}

// place gives hop i a time.
func (c *colouring) place(i int32) {
	x, v := c.t.Gen[i], c.word[i]
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
		x = c.t.Gen[j]
	}
	for _, i := range chain {
		y := c.t.Gen[i]
		at := c.t.Time[i]
		c.taken[y][at-1] = 0
		c.free[y] = append(c.free[y], at)
	}
	for _, i := range chain {
		c.set(i, a+b-c.t.Time[i])
	}
}

// sortHops orders the hops lo … hi-1 of one word by time.
func (t *ExchangeTemplate) sortHops(lo, hi int) {
	for i := lo + 1; i < hi; i++ {
		for j := i; j > lo && t.Time[j] < t.Time[j-1]; j-- {
			t.Time[j], t.Time[j-1] = t.Time[j-1], t.Time[j]
			t.Gen[j], t.Gen[j-1] = t.Gen[j-1], t.Gen[j]
		}
	}
}
