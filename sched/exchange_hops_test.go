package sched

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// allocated is how many bytes f asks for.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHopsBeforeTheExchange: a one-way exchange of too many sends is refused before there is
// one for links of both directions, of Cayley graphs, vertex-transitive and other ones.
func TestHopsBeforeTheExchange(t *testing.T) {
	path := make([][2]int, 0, 2000)
	for v := range 999 {
		path = append(path, [2]int{v, v + 1}, [2]int{v + 1, v})
	}
	other, err := cayley.NewGraph("path", 1000, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g    cayley.Graph
		want string
		most uint64 // bytes
	}{
		{parse(t, "ring:2000"), "2000000000", 1 << 20}, // hops alone are 8 MB
		{graph(t, "product(petersen;ring:300)"), "688500000", 1 << 20},
		{parse(t, "ring:4194304"), "18446744073709551616", 200 << 20}, // 2^64
		{other, "333333000", 40_000_000},                              // once 26 bytes a vertex and search
	} {
		want := "sched: too many sends to write out: " + c.want + ", the limit is 268435456"
		n := allocated(func() { _, _, err = Plan(c.g, Request{Task: Exchange, Model: OneWay}) })
		if !errors.Is(err, ErrTooMany) || err.Error() != want || n > c.most {
			t.Errorf("%s: %d bytes for %v; want %s", c.g.Name(), n, err, want)
		}
	}
	n := allocated(func() { _, _, err = Plan(parse(t, "ring:268435456"), Request{Task: Exchange}) })
	if err == nil || err.Error() != "sched: ring:268435456: more than 268435456 hops in an exchange: serve a smaller scope" || n > 1<<20 {
		t.Errorf("%d bytes for %v", n, err)
	}
	ring := parse(t, "ring:2000")
	if err := tooManyHops(ring, Scope{Within: 3}); err != nil {
		t.Error(err)
	}
	if err := tooManyHops(ring, Scope{At: []int{1000, 999}}); err != nil {
		t.Error(err)
	}
	var method *MethodError
	if _, _, err := Plan(ring, Request{Task: Exchange, Model: OneWay, Method: "tree"}); !errors.As(err, &method) {
		t.Errorf("method tree: %v", err)
	}
	apart, err := cayley.NewGraph("apart", 1000, slices.Delete(path, 998, 1000))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Plan(apart, Request{Task: Exchange, Model: OneWay}); err == nil || errors.Is(err, ErrTooMany) {
		t.Errorf("no path: %v", err)
	}
	if _, _, err := Plan(evens{ring}, Request{Task: Exchange, Model: OneWay}); err == nil || err.Error() != "sched: ring:2000: no path from vertex 0 to vertex 1; want generators of the group" {
		t.Errorf("no path: %v", err)
	}
}

// TestLeastHops: no graph has fewer, Moore's have as many.
func TestLeastHops(t *testing.T) {
	for name, equal := range map[string]bool{
		"petersen": true, "complete:30": true, "bipartite:9": true, "ring:5": true, "ring:100": false, "ring:1": true,
		"hypercube:9": false, "torus:20x30": false, "star:5": false, "circulant:50:1,7": false,
	} {
		g := graph(t, name)
		sum, _ := hopsTo(cayley.Distances(g), Scope{})
		if least := leastHops(g.Order(), g.Degree()); least > sum || equal != (least == sum) {
			t.Errorf("%s: %d hops at least, has %d", name, least, sum)
		}
	}
	if n := leastHops(1<<28, 2); n <= MaxSends {
		t.Errorf("ring: %d", n)
	}
}

// TestMostLinks: nothing is made of the links of a vertex that has more.
func TestMostLinks(t *testing.T) {
	var err error
	n := allocated(func() { _, _, err = Plan(parse(t, "complete:33554434"), Request{}) })
	if err == nil || err.Error() != "sched: complete:33554434 has 33554433 links at a vertex: schedules are made for at most 33554432" || n > 1<<20 {
		t.Errorf("%d bytes for %v", n, err)
	}
}
