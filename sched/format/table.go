package format

import "github.com/cayleycoll/cayleycoll/cayley"

// tableGraph is the Cayley graph of a multiplication table, checked.
func tableGraph(name string, mul [][]int, gens []int) (cayley.Graph, error) {
	group, err := cayley.NewTable(mul)
	if err != nil {
		return nil, err
	}
	return cayley.NewCayley(name, group, gens)
}
