package cayley

import (
	"strconv"
	"strings"
)

// Parse makes the graph that a specification names, for instance
// "torus:4x4x2" (README of the command: Graphs).
func Parse(s string) (Graph, error) {
	family, rest, _ := strings.Cut(s, ":")
	switch family {
	case "hypercube", "ring", "complete", "bipartite", "folded":
		n, err := number(s, rest)
		if err != nil {
			return nil, err
		}
		return map[string]func(int) (Cayley, error){
			"hypercube": Hypercube, "ring": Ring, "complete": Complete, "bipartite": Bipartite, "folded": Folded,
		}[family](n)
	case "torus":
		sides, err := numbers(s, rest, "x")
		if err != nil {
			return nil, err
		}
		return Torus(sides...)
	case "circulant":
		order, list, _ := strings.Cut(rest, ":")
		n, err := number(s, order)
		if err != nil {
			return nil, err
		}
		steps, err := numbers(s, list, ",")
		if err != nil {
			return nil, err
		}
		return Circulant(n, steps...)
	}
	return nil, errf("%q: unknown family %q", s, family)
}

func number(spec, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, errf("%q: %q is not a number", spec, text)
	}
	return n, nil
}

func numbers(spec, text, sep string) ([]int, error) {
	var list []int
	for _, t := range strings.Split(text, sep) {
		n, err := number(spec, t)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}
