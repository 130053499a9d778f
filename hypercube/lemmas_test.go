package hypercube

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/cayleycoll/cayleycoll/sched"
)

func TestLemmas(t *testing.T) {
	for d := 1; d <= 14; d++ {
		for l := 1; l <= d; l++ {
			list, err := Order(d, l)
			if err != nil {
				t.Fatal(err)
			}
			if err := CheckOrder(d, l, list); err != nil {
				t.Errorf("d=%d l=%d: %v", d, l, err)
			}
			if len(list) > 2*d { // an order with two sets swapped is no order
				list[d], list[d+1] = list[d+1], list[d]
				if CheckOrder(d, l, list) == nil && d > 2 {
					t.Errorf("d=%d l=%d: a wrong order passed", d, l)
				}
			}
		}
		count := map[[2]int]int64{} // by size and members
		necklaces(d, func(x uint32, members int) { count[[2]int{bits.OnesCount32(x), members}]++ })
		for s := 1; s < d; s++ {
			if !Lemma711(d, s) {
				t.Errorf("Lemma 7.11 fails at d=%d s=%d", d, s)
			}
			for n, e := range Classes(d, s) {
				if e.Int64() != count[[2]int{s, d / n}] {
					t.Errorf("d=%d s=%d: %v classes of %d, want %d", d, s, e, d/n, count[[2]int{s, d / n}])
				}
			}
		}
		for v := uint32(1); v < 1<<d; v++ {
			if a, ok := RegularAntecedent(d, v); bits.OnesCount32(v) > 1 && (!ok || bits.OnesCount32(a^v) != 1) {
				t.Errorf("Lemma 7.10 fails at d=%d S=%b", d, v)
			}
		}
	}
	for d := 2; d <= 100_000; d++ {
		if !Lemma78(d) {
			t.Errorf("%d divides 2^%d-1", d, d)
		}
	}
}

func TestChunksSumsAndRoots(t *testing.T) {
	for d := 1; d <= 10; d++ {
		for l := 1; l <= d; l++ {
			c, err := ChunkedBroadcast(d, l)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Verify(); err != nil || c.Steps != Ball(d, l) {
				t.Errorf("d=%d l=%d: %d sub-steps, %v", d, l, c.Steps, err)
			}
		}
		a, err := Allreduce(d)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Verify(); err != nil || a.Tau() != 2*((1<<d-1+d-1)/d) {
			t.Errorf("d=%d: allreduce of %d steps, %v", d, a.Tau(), err)
		}
		for _, bad := range []AllreduceSchedule{{}, {a.Broadcast, a.Accumulate}, {a.Accumulate, a.Accumulate}} {
			if bad.Verify() == nil {
				t.Errorf("d=%d: two halves that are no allreduce passed", d)
			}
		}
		dirs, err := DimensionExchange(d)
		if err != nil || len(dirs) != d {
			t.Fatal(err)
		}
		if err := CheckSum(d, dirs); err != nil {
			t.Error(err)
		}
		if CheckSum(d, dirs[1:]) == nil || CheckSum(d, append(dirs, 0)) == nil {
			t.Errorf("d=%d: a sum that lacks or repeats terms passed", d)
		}
		for _, maker := range []func(d, root int) (*sched.Explicit, error){RootedBroadcast, RootedAccumulate} {
			e, err := maker(d, 1<<d-1)
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Verify(); err != nil || e.Steps != d || len(e.Sends) != 1<<d-1 {
				t.Errorf("d=%d rooted: %v", d, err)
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	for i, err := range []error{
		second(Broadcast(0)), second(Broadcast(-3)), second(Broadcast(29)), second(BroadcastWithin(4, 5)),
		second(AccumulateWithin(4, 0)), second(OneWayBroadcast(0, 1)), second(OneWayAccumulate(3, 4)),
		second(Exchange(0)), second(Exchange(25)), second(ExchangeWithin(5, 6)), second(ExchangeAt(5, 0)),
		second(ExchangeFar(1)), second(ChunkedBroadcast(-1, 1)), second(Allreduce(0)), second(RootedBroadcast(3, 8)),
		second(DimensionExchange(64)), second(Order(3, 9)), CheckSum(15, nil), CheckSum(2, []int{7}),
		CheckOrder(0, 1, nil), CheckOrder(3, 4, nil), second(ChunkedBroadcast(23, 1)), second(ChunkedBroadcast(3, 4)), second(OneWayBroadcast(28, 1)), second(RootedBroadcast(27, 0)),
	} {
		if err == nil {
			t.Errorf("bad input %d passed", i)
		}
	}
}

// TestOutOfRange: what has no error has an answer.
func TestOutOfRange(t *testing.T) {
	for _, x := range [][2]int{{0, 1}, {-1, 1}, {3, 4}, {3, -1}} {
		if c := Classes(x[0], x[1]); len(c) != 0 {
			t.Errorf("Classes(%d, %d) = %v", x[0], x[1], c)
		}
	}
	for _, d := range []int{math.MinInt, -1, 0, 1, 33, math.MaxInt} {
		if s, ok := RegularAntecedent(d, 3); ok {
			t.Errorf("RegularAntecedent(%d, 3) = %d", d, s)
		}
	}
	if s, ok := RegularAntecedent(32, 1<<31|1); !ok || s == 0 {
		t.Errorf("RegularAntecedent(32, …) = %d, %v", s, ok)
	}
}

func second[T any](_ T, err error) error { return err }

func Example() {
	t, err := Broadcast(10)
	if err != nil {
		panic(err)
	}
	fmt.Println(t.Steps, t.Verify())
	// Output: 103 <nil>
}
