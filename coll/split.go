package coll

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Split makes smaller groups: the processors of one color become a group of their own, ranked by
// key and, where keys are equal, by their rank in p's group (MPI_Comm_split). It is a collective of
// p's group. It returns the caller's processor in its new group, or nil for a negative color; every
// call with nil panics. Collectives of different groups do not wait for each other; processors that
// are together in several groups must make the calls of all these in one order. The scheduled
// algorithms of a group follow the best graph for its size, as on a machine without Config.Graph,
// even if the group has all processors.
//
// A group of k processors takes some k kilobytes of memory, and 3 to 12 for each core that it has
// processors on; at most as much again for every element type that it uses; and more if it
// exchanges.
//
// A group ends with its Run. Recursion and loops may split as often as they like: the garbage
// collector takes a group, even during the Run, when f no longer holds it on any processor. Only
// these stay longer: the groups of each processor's latest call and latest eight exchanges and, on
// a machine of several processes, all groups that have processors in more than one process, until
// the Run ends.
func (p *Proc) Split(color, key int) *Proc {
	m := p.member
	m.look()                                  // see enterBank
	m.color, m.key, m.child = color, key, nil // a Run that failed may have left one
	if m.enter(call{word: signature(split, 0, 0, byDirect, 0)}) {
		m.publish()
		m.greet()
		if m.t.id == 0 {
			m.divide()
		}
		m.step()
		m.leave()
	}
	child := m.child
	m.child = nil
	if child == nil {
		return nil
	}
	return child.using(p.alg)
}

// divided is a member's part in a Split.
type divided struct {
	color, key int
	child      *member
}

// namedLevels is how many groups a name has, each in the next: recursion splits deep.
const namedLevels = 3

// splitFrom names a group of the present Run: by its color and, unless the Split was the first call
// of the whole, by the number of that call, since the groups of several may be in one error.
func (g *group) splitFrom(whole *group, color int, call uint64) {
	g.run, g.name = g.m.runs, fmt.Sprintf("the group of color %d", color)
	if call > 1 {
		g.name += fmt.Sprintf(" of split #%d", call)
	}
	if outer := strings.SplitN(whole.name, " in ", namedLevels); outer[0] != "" {
		if len(outer) == namedLevels {
			outer[namedLevels-1] = "larger ones"
		}
		g.name += " in " + strings.Join(outer, " in ")
	}
	g.traffic.name = g.name
}

// split makes the groups that the members asked for.
func (g *group) split(call uint64) {
	byColor := map[int][]*member{}
	for _, m := range g.members {
		if m.color >= 0 {
			byColor[m.color] = append(byColor[m.color], m)
		}
	}
	for color, members := range byColor {
		slices.SortStableFunc(members, func(a, b *member) int { return cmp.Compare(a.key, b.key) })
		fibers := make([]*fiber, len(members))
		for i, m := range members {
			fibers[i] = m.c
		}
		part := newGroup(g.m, fibers)
		part.splitFrom(g, color, call)
		for i, m := range members {
			m.child = part.members[i]
		}
	}
}
