package coll

import (
	"fmt"
	"slices"
	"strings"
)

// Tuning says which algorithm a collective takes where neither Using nor Config.Algorithm does, and
// from what size on results are written past the caches. collbench tune measures and writes a
// table; ReadTuning reads it. The zero Tuning is the built-in table: direct for everything, which
// moves each word once, and stores past the caches where the last-level cache is too small.
type Tuning struct {
	Rules []Rule
	// StreamBytes is the least size of a call's vectors (those that it reads and those that it
	// writes, of all processors together) at which its results are written past the caches,
	// straight to memory. That holds for sums by direct; for the others:
	//
	//	copies                             from 1.5 times this size on, if the call does not read
	//	                                   them again. By cayley and chunked on Cayley graphs these
	//	                                   are all copies of an allgather and of the second half of
	//	                                   an allreduce
	//	copies of an allreduce in place    from this size on, if every processor has a host of its
	//	                                   own; else never
	//	the copy of an Exchange            if twice its message reaches this size
	//	copies to cores far apart          from 8 KiB a vector on, up to three quarters of this size, if
	//	                                   ordinary ones were slow (AMD Zen 4)
	//	scans, copies of less than 1 KiB   never
	//
	// 0 means the size of the last-level cache, or 32 MiB if that is unknown, or 16 MiB if it is
	// Intel's and larger than 40 MiB. Negative means never. The processes of a Remote need not have
	// the same, since their nodes may have other caches.
	StreamBytes int64
}

// clone shares nothing with t.
func (t *Tuning) clone() *Tuning {
	c := *t
	c.Rules = slices.Clone(t.Rules)
	return &c
}

// Rule chooses the algorithm of a collective for some sizes of the group and of one processor's
// vector (of a block if the collective has blocks). The first rule that fits a call applies.
type Rule struct {
	Collective string
	Procs      [2]int    // from, to; both inclusive. {0, 0}: any
	Bytes      [2]int64  // from, inclusive; to, exclusive; to = 0: no limit
	Type       string    // "float64", …; "": any
	Algorithm  Algorithm // one that the collective offers, but neither Spectral nor File
}

// check says what is wrong with a rule.
func (r *Rule) check() error {
	c, ok := collectiveOf(r.Collective)
	if !ok {
		return fmt.Errorf("unknown collective %.80q, want one of %s", r.Collective, strings.Join(Collectives(), ", "))
	}
	id, ok := idOf(r.Algorithm)
	if !ok || offers[c]&(1<<id) == 0 {
		as := slices.DeleteFunc(slices.Clone(offered[c]), func(a Algorithm) bool { return a == Spectral })
		return fmt.Errorf("%s does not offer %.80q, %s", c, r.Algorithm, want(as))
	}
	if r.Type != "" && !slices.Contains(elemNames[:], r.Type) {
		return fmt.Errorf("unknown type %.80q, want one of %s", r.Type, strings.Join(elemNames[:], ", "))
	}
	if id == byFile {
		return fmt.Errorf("%s: a rule cannot choose \"file\", which needs schedules of the caller's", c)
	}
	if id == bySpectral {
		return fmt.Errorf("%s: a rule cannot choose \"spectral\", which has no operator but Sum and rounds differently on every rank", c)
	}
	if r.Procs[0] < 0 || r.Procs[1] < r.Procs[0] || r.Procs[1] > MaxP {
		return fmt.Errorf("procs are %d to %d, want 0 ≤ from ≤ to ≤ %d", r.Procs[0], r.Procs[1], MaxP)
	}
	if r.Bytes[0] < 0 || r.Bytes[1] != 0 && r.Bytes[1] <= r.Bytes[0] {
		return fmt.Errorf("bytes are %d to %d, want 0 ≤ from < to, or to 0 for no limit", r.Bytes[0], r.Bytes[1])
	}
	return nil
}

func (t *Tuning) check() error {
	for i := range t.Rules {
		if err := t.Rules[i].check(); err != nil {
			return fmt.Errorf("rule %d: %w", i, err)
		}
	}
	return nil
}

// checkChoices says which of the table's choices for the world has no schedule.
func (m *Machine) checkChoices() error {
	g := m.world
	for c, table := range m.world.choices {
		if table == nil {
			continue
		}
		for _, list := range table {
			for _, e := range list {
				if compilers[programKey{collective(c), e.by}] == nil || g.size == 1 {
					continue
				}
				if _, err := g.compiled(collective(c), e.by, 0); err != nil {
					return usage("Tuning: %s by %s on %d processors: %v", collective(c), e.by, g.size, err)
				}
			}
		}
	}
	return nil
}
