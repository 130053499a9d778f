package sched

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// GlobalSum is Definition 2.20: a spanning tree into the root, its times rising from the
// leaves, then one out of the root, its times rising on. These are two task graphs, one after the
// other: as one they would have cycles (errata 2). Words are summed on the way in; every vertex ends
// with the sum. (The spectral sum of section 5 is another model: errata 4.)
type GlobalSum struct {
	In, Out *Explicit // rooted at the same vertex; Out's times follow In's
}

// MakeGlobalSum makes a global sum over trees of shortest paths. Its time is the greatest
// distance to the root plus the greatest from it, the least possible for two trees in sequence.
// O(P·d).
func MakeGlobalSum(g cayley.Graph, root int) (*GlobalSum, Bound, error) {
	in, a, err := Rooted(g, root, Accumulate)
	if err != nil {
		return nil, Bound{}, err
	}
	out, b, err := Rooted(g, root, Broadcast)
	if err != nil {
		return nil, Bound{}, err
	}
	for i := range out.Sends {
		out.Sends[i].Time += int32(in.Steps)
	}
	out.Steps += in.Steps
	if len(out.Sends) == 0 {
		out.Steps = 0
	}
	s, err := made(&GlobalSum{in, out})
	return s, thereAndBack(a, b), err
}

// thereAndBack is the bound of a global sum, of its two trees' bounds.
func thereAndBack(in, back Bound) Bound {
	b := Bound{Kind: "none"}
	b.raise(in.Value+back.Value, "2·D")
	return b
}

// Tau is the time of both trees.
func (s *GlobalSum) Tau() int { return max(s.In.Steps, s.Out.Steps) }

// Verify checks that In accumulates to, and Out broadcasts from, one root, and
// that Out starts after In has ended.
func (s *GlobalSum) Verify() error {
	if err := whole(s); err != nil {
		return err
	}
	switch {
	case s.In.Task != Accumulate || s.Out.Task != Broadcast || !s.In.Rooted || !s.Out.Rooted || s.In.Root != s.Out.Root:
		return errors.New("sched: a global sum is an accumulation to and a broadcast from one root")
	case !cayley.Equal(s.In.Graph, s.Out.Graph):
		return fmt.Errorf("sched: the trees of a global sum are on %s and on another graph, %s: want both on one", cayley.ShortName(s.In.Graph), cayley.ShortName(s.Out.Graph))
	case !s.In.Scope.All() || !s.Out.Scope.All():
		return errors.New("sched: a tree of a global sum has a scope: want both to serve every distance")
	}
	if err := s.In.Verify(); err != nil {
		return err
	}
	if err := s.Out.Verify(); err != nil {
		return err
	}
	for i, x := range s.Out.Sends {
		if int(x.Time) <= s.In.Steps {
			return s.Out.bad(i, "the sum is at the root only after time %d", s.In.Steps)
		}
	}
	return nil
}
