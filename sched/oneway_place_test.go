package sched

import (
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestOneWayExchangeInPlace: the sends of an exchange are put in order of time before they are
// written out, and packed where they are: one list of them, and it is the one that packing
// those of Expand gives, which stay.
func TestOneWayExchangeInPlace(t *testing.T) {
	for _, name := range []string{"ring:120", "torus:9x10", "star:5"} {
		x, _, err := BuildExchange(parse(t, name), Scope{})
		if err != nil {
			t.Fatal(err)
		}
		var packed *Explicit
		n := allocated(func() { packed, err = x.OneWay() })
		if err != nil {
			t.Fatal(err)
		}
		if list := uint64(20 * len(packed.Sends)); 2*n > 5*list {
			t.Errorf("%s: %d bytes for sends of %d", name, n, list)
		}
		e, err := x.Expand()
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(e.Sends)
		other, err := e.OneWay()
		if err != nil || !slices.Equal(other.Sends, packed.Sends) || other.Steps != packed.Steps {
			t.Errorf("%s: other sends: %v", name, err)
		}
		if !slices.Equal(before, e.Sends) {
			t.Errorf("%s: the schedule given has other sends", name)
		}
	}
	o, _, err := BuildOrbits(graph(t, "petersen"), cayley.FreeActionOf(graph(t, "petersen")), Options{Task: Accumulate})
	if err != nil {
		t.Fatal(err)
	}
	e, err := o.Expand()
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(e.Sends, func(a, b Send) int { return int(a.Time - b.Time) })
	before := slices.Clone(e.Sends)
	if _, err := e.OneWay(); err != nil || !slices.Equal(before, e.Sends) {
		t.Errorf("petersen: the schedule given has other sends: %v", err)
	}
}
