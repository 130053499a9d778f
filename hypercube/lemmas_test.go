package hypercube

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
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
			if a, ok := RegularAntecedent(d, v); bits.OnesCount32(v) > 1 && (!ok || bits.OnesCount32(a^v) != 1 || a&^v != 0 || period(a, d) != d) {
				t.Errorf("Lemma 7.10 fails at d=%d S=%b", d, v)
			}
		}
	}
	for d := 2; d <= 100_000; d++ {
		if !Lemma78(d) {
			t.Errorf("%d divides 2^%d-1", d, d)
		}
	}
	for d, want := range map[int]uint64{1: 0, 2: 0, 6: 4, 10: 4, 341: 2} { // 341 is no prime
		if got := powerOfTwo(d); got != want {
			t.Errorf("2^%d mod %d is %d, want %d", d, d, got, want)
		}
	}
	if large := int64(8589934593); int64(int(large)) == large { // whose square is more than 64 bits
		if got := powerOfTwo(int(large)); got != 512 {
			t.Errorf("2^%d mod %d is %d, want 512", large, large, got)
		}
	}
	for at, want := range map[[2]int]int64{{4, 2}: 0, {6, 2}: 1, {6, 3}: 1} {
		if got := spare(at[0], at[1]); got.Int64() != want {
			t.Errorf("d=%d s=%d: %v regular classes are left, want %d", at[0], at[1], got, want)
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
		for _, bad := range []AllreduceSchedule{{}, {a.Broadcast, a.Accumulate}, {a.Accumulate, a.Accumulate}, {a.Accumulate, nil}, {nil, a.Broadcast}} {
			if bad.Verify() == nil {
				t.Errorf("d=%d: two halves that are no allreduce passed", d)
			}
		}
		for name, half := range map[string]**sched.Template{"accumulation": &a.Accumulate, "broadcast": &a.Broadcast} {
			right, wrong := *half, **half
			wrong.Gen = slices.Clone(right.Gen)
			wrong.Gen[1] = -1 // vertex 1 is not served
			*half = &wrong
			if a.Verify() == nil {
				t.Errorf("d=%d: an allreduce with a wrong %s passed", d, name)
			}
			*half = right
		}
		dirs, err := DimensionExchange(d)
		if err != nil || len(dirs) != d {
			t.Fatal(err)
		}
		if err := CheckSum(d, dirs); err != nil {
			t.Error(err)
		}
		for want, bad := range map[string][]int{
			"the sum of vertex 0 lacks the term of 1":                                    dirs[1:],
			fmt.Sprintf("step %d adds a term twice at vertex 0", d+1):                    append(dirs, 0),
			fmt.Sprintf("step 1 uses direction %d: they are 0 to %d", d, d-1):            {d},
			fmt.Sprintf("step %d uses direction -1: they are 0 to %d", len(dirs)+1, d-1): append(dirs, -1),
		} {
			if err := CheckSum(d, bad); err == nil || err.Error() != "hypercube: "+want {
				t.Errorf("d=%d: a sum by %v: %v, want %s", d, bad, err, want)
			}
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
		second(ExchangeFar(1)), second(ChunkedBroadcast(-1, 1)), second(Allreduce(0)), second(RootedBroadcast(3, 8)), second(RootedAccumulate(3, -1)),
		(*OneWay)(nil).Verify(), second((*OneWay)(nil).Expand(nil)), (*AllreduceSchedule)(nil).Verify(), second(DimensionExchange(64)), second(Order(3, 9)), CheckSum(15, nil), CheckSum(2, []int{7}),
		CheckOrder(0, 1, nil), CheckOrder(3, 4, nil), CheckOrder(3, 0, nil), // of which there are as many sets
		second(ChunkedBroadcast(23, 1)), second(ChunkedBroadcast(3, 4)), second(OneWayBroadcast(28, 1)), second(RootedBroadcast(27, 0)),
	} {
		if err == nil {
			t.Errorf("bad input %d passed", i)
		}
	}
}

// TestWhatIsTooLarge: a limit below that of the cube is told with what it limits.
func TestWhatIsTooLarge(t *testing.T) {
	for want, err := range map[string]error{
		"a schedule of dimension d = 29: must be 1 to 28":             second(Broadcast(29)),
		"a one-way schedule of dimension d = 28: must be 1 to 27":     second(OneWayBroadcast(28, 1)),
		"a schedule of one root of dimension d = 27: must be 1 to 26": second(RootedBroadcast(27, 0)),
		"an exchange of dimension d = 25: must be 1 to 24":            second(Exchange(25)),
	} {
		if strconv.IntSize == 64 && err.Error() != "hypercube: "+want {
			t.Errorf("%v, want %s", err, want)
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
	for x, want := range map[[2]int]int64{
		{3, -1}: 0, {3, 4}: 0, {-1, 0}: 0, {-1, -2}: 0, {63, 1}: 0, {0, 0}: 1, {5, 3}: 10, {33, 16}: 1166803110, {62, 31}: 465428353255261088,
	} {
		if c := Binomial(x[0], x[1]); int64(c) != want && want <= math.MaxInt {
			t.Errorf("Binomial(%d, %d) = %d, want %d", x[0], x[1], c, want)
		}
	}
	for _, d := range []int{math.MinInt, -5, 0, 63, math.MaxInt} {
		if n := ExchangeSteps(d, func(int) bool { return true }); n != 0 {
			t.Errorf("ExchangeSteps(%d, …) = %d", d, n)
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

// TestOrderRefuses: CheckOrder finds each way in which a list can be no order.
func TestOrderRefuses(t *testing.T) {
	right := []uint32{1, 2, 4, 3, 6, 5, 7}
	if err := CheckOrder(3, 3, right); err != nil {
		t.Fatal(err)
	}
	for want, list := range map[string][]uint32{
		"position 0 of the order holds 0":                       {0, 2, 4, 3, 6, 5, 7},
		"position 6 of the order holds 1000":                    {1, 2, 4, 3, 6, 5, 8},
		"position 3 of the order holds 1:":                      {1, 2, 4, 1, 6, 5, 7},
		"the set 10 at position 0 does not hold direction 0":    {2, 1, 4, 3, 6, 5, 7},
		"the set 11 at position 1 is led to from its own block": {1, 3, 4, 2, 6, 5, 7},
		"order of 6 sets, there are 7 of at most 3 elements":    right[:6],
	} {
		if err := CheckOrder(3, 3, list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%b: %v, want %q", list, err, want)
		}
	}
	// An order for even sources that leaves the last sets no second direction (Lemma 7.6).
	even := make([]uint32, Ball(6, 4))
	placeSpheres(6, 4, 0, func(v uint32, pos int) { even[pos] = v })
	if err := CheckOrder(6, 4, even); err == nil || !strings.Contains(err.Error(), "at position 54 does not hold direction 2") {
		t.Errorf("an order without its tail: %v", err)
	}
	// Sets of two sizes in one block, either of which could go in the place of the other.
	list, err := Order(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	list[8], list[10] = list[10], list[8]
	if err := CheckOrder(4, 4, list); err == nil || !strings.Contains(err.Error(), "position 9 of the order holds 1010: out of order") {
		t.Errorf("sizes that fall: %v", err)
	}
}
