package sched

import (
	"fmt"
	"slices"
)

// Scope says which distances a universal schedule serves. The zero value is
// all of them. Within l > 0 serves distances 1 … l, At serves those it lists
// (paper, Theorems 6.3, 6.5 and 6.6). Vertices outside the scope may still take part
// as relays. Plan and Verify accept a distance beyond the diameter, at which nothing is served;
// format.File.Verified, and so collbench verify, refuses the file of such a schedule (see Occur).
type Scope struct {
	Within int
	At     []int
}

// All reports whether every distance is served.
func (s Scope) All() bool { return s.Within == 0 && len(s.At) == 0 }

// same reports whether the scopes are written alike.
func (s Scope) same(t Scope) bool { return s.Within == t.Within && slices.Equal(s.At, t.At) }

// Has reports whether distance d is served. Distance 0 never is: a word is
// already where it starts.
func (s Scope) Has(d int) bool {
	return d > 0 && (s.All() || d <= s.Within || slices.Contains(s.At, d))
}

// Deepest is the greatest distance that the scope names, 0 if it is all of them.
func (s Scope) Deepest() int { return max(s.Within, slices.Max(append([]int{0}, s.At...))) }

// gapless reports whether the scope is that of all distances within l.
func (s Scope) gapless(l int) bool {
	for d := 1; d <= l; d++ {
		if !s.Has(d) {
			return false
		}
	}
	return true
}

// Occur returns an error unless the distances of a scope are those of a graph, 1 to `far`, each
// once: where one does not occur nothing is served, and any schedule would do. The error begins
// with `where`, which lists them, and says `what` far is ("the diameter of ring:5").
func Occur(where string, far int, what string, distances ...int) error {
	for _, s := range distances {
		if s < 1 || s > far {
			return fmt.Errorf("sched: %s names distance %d, want 1 to %d, %s", where, s, far, what)
		}
	}
	return eachOnce(where, distances)
}

// eachOnce refuses a distance that is listed twice.
func eachOnce(where string, distances []int) error {
	seen := make(map[int]bool, len(distances))
	for _, s := range distances {
		if seen[s] {
			return fmt.Errorf("sched: %s names distance %d twice, want each once", where, s)
		}
		seen[s] = true
	}
	return nil
}

// validate refuses scopes that name no possible distance, or one twice, which a schedule
// file may not.
func (s Scope) validate() error {
	if s.Within < 0 {
		return fmt.Errorf("sched: scope within %d: a distance is at least 1", s.Within)
	}
	if s.Within > 0 && len(s.At) > 0 {
		return fmt.Errorf("sched: scope gives both within %d and at %v: give one", s.Within, s.At)
	}
	for _, a := range s.At {
		if a < 1 {
			return fmt.Errorf("sched: scope at %d: a distance is at least 1", a)
		}
	}
	return eachOnce("scope at", s.At)
}
