package coll

import (
	"cmp"
	"slices"
)

// divide makes the groups of a Split: the first team's acting processor does.
func (m *member) divide() {
	if m.g.far == nil {
		m.g.split(m.seq)
		return
	}
	m.farSplit()
}

// farSplit tells the other processes the colors and keys of this process's
// processors, and a number that no other group has: the process that is the
// first in a group gives it its number.
func (m *member) farSplit() {
	g, f := m.g, m.g.far
	own := f.ranks[f.me]
	words := make([]int64, 0, 1+2*len(own))
	base := f.links.groups.Add(int64(len(own))) - int64(len(own))
	words = append(words, base)
	for _, r := range own {
		words = append(words, int64(g.members[r].color), int64(g.members[r].key))
	}
	all, at := m.exchangeWords(m.t.calls[m.place], words)
	var parts []colored
	for p, ranks := range f.ranks {
		for i, r := range ranks {
			if c := int(all[at[p]+1+2*i]); c >= 0 {
				parts = append(parts, colored{r, c, int(all[at[p]+2+2*i])})
			}
		}
	}
	slices.SortFunc(parts, func(a, b colored) int {
		return cmp.Or(cmp.Compare(a.color, b.color), cmp.Compare(a.key, b.key), cmp.Compare(a.rank, b.rank))
	})
	given := make([]int, len(f.ranks)) // groups that a process is the first of
	for lo := 0; lo < len(parts); {
		hi, leader := lo, len(f.ranks)
		var world []int
		for ; hi < len(parts) && parts[hi].color == parts[lo].color; hi++ {
			world = append(world, f.world[parts[hi].rank])
			leader = min(leader, f.process[parts[hi].rank])
		}
		number := int(all[at[leader]]) + given[leader]
		given[leader]++
		id := 1 + number*f.links.peers.Size() + f.links.processOf(f.world[f.ranks[leader][0]])
		if slices.ContainsFunc(parts[lo:hi], func(p colored) bool { return f.process[p.rank] == f.me }) {
			m.addPart(id, world, parts[lo:hi])
		}
		lo = hi
	}
}

// colored is a rank of the group and what it asked for in a Split.
type colored struct{ rank, color, key int }

// addPart makes a group, of ranks of the machine that have these parts, and tells its members in
// this process.
func (m *member) addPart(id int, world []int, parts []colored) {
	g, err := m.c.m.newFarGroup(id, world)
	if err != nil {
		m.misuse(split, "split: %v", err)
	}
	g.splitFrom(m.g, parts[0].color, m.seq)
	for r, child := range g.members {
		if child != nil {
			m.g.members[parts[r].rank].child = child
		}
	}
}
