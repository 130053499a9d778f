package coll

import (
	"fmt"
	"slices"
	"strings"
)

// How errors name ranks: by their numbers in the machine.

// who is a rank of the group by its number in the machine.
func (g *group) who(r int) string { return nameOf(g.name, r, g.world(r)) }

// nameOf is a rank of a group of that name, and what it is in the machine.
func nameOf(group string, r, world int) string {
	if group == "" {
		return fmt.Sprintf("rank %d", r)
	}
	return fmt.Sprintf("rank %d (%d of %s)", world, r, group)
}

// world is the rank in the machine of a rank of the group.
func (g *group) world(r int) int {
	if g.members[r] == nil {
		return g.far.world[r]
	}
	return g.members[r].c.rank
}

// worlds are ranks of the group by their numbers in the machine, ascending.
func (g *group) worlds(list []int) []int {
	world := make([]int, len(list))
	for i, r := range list {
		world[i] = g.world(r)
	}
	slices.Sort(world)
	return world
}

// ranks is "rank 3", or "ranks 3, 5, 7".
func ranks(list []int) string {
	if len(list) == 1 {
		return fmt.Sprint("rank ", list[0])
	}
	var names []string
	for _, r := range list {
		names = append(names, fmt.Sprint(r))
	}
	return "ranks " + listed(names)
}

// haveReturned says so of ranks.
func haveReturned(list []int) string {
	if len(list) == 1 {
		return ranks(list) + " has returned"
	}
	return ranks(list) + " have returned"
}

// named is how many processors an error names.
const named = 8

// listed is the first of them and the number of the others.
func listed(list []string) string {
	if len(list) <= named {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(list[:named], ", "), len(list)-named)
}
