package format

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func tableGraph(name string, mul [][]int, gens []int) (cayley.Graph, error) {
	return nil, fmt.Errorf("multiplication tables are not supported yet")
}
