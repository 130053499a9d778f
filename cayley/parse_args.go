package cayley

import (
	"errors"
	"strconv"
	"strings"
)

// What stands behind the colon of a graph's name, family by family.

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	switch {
	case err == nil:
		return n, nil
	case !errors.Is(err, strconv.ErrRange), strings.Trim(text[1:], "0123456789") != "": // what follows too many digits is not looked at
		return 0, syntaxErrorf("%q is not a whole number", clip(text))
	case n < 0:
		return 0, syntaxErrorf("%q is out of range", clip(text))
	}
	return 0, syntaxErrorf("%w: %s, and numbers go to %d", ErrSize, clip(text), MaxOrder) // to which no family goes
}

func numbers(text, sep string) ([]int, error) {
	var list []int
	for t := range strings.SplitSeq(text, sep) {
		n, err := number(t)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// joined is what numbers reads.
func joined(list []int, sep string) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, sep)
}

func one[G Graph](f func(int) (G, error)) func(string, int) (Graph, error) {
	return func(body string, _ int) (Graph, error) {
		n, err := number(body)
		if err != nil {
			return nil, err
		}
		return f(n)
	}
}

func two[G Graph](f func(a, b int) (G, error)) func(string, int) (Graph, error) {
	return func(body string, _ int) (Graph, error) {
		n, err := numbers(body, ",")
		if err != nil {
			return nil, err
		}
		if len(n) != 2 {
			return nil, syntaxErrorf("two numbers are needed")
		}
		return f(n[0], n[1])
	}
}

func parseTorus(body string, _ int) (Graph, error) {
	sides, err := numbers(body, "x")
	if err != nil {
		return nil, err
	}
	return Torus(sides...)
}

func parseCirculant(body string, _ int) (Graph, error) {
	order, text, found := strings.Cut(body, ":")
	n, err := number(order)
	if err != nil {
		return nil, err
	}
	if !found || text == "" && n > 1 { // circulant:1: has no steps
		return nil, syntaxErrorf("the steps are missing")
	}
	var steps []int
	if text != "" {
		if steps, err = numbers(text, ","); err != nil {
			return nil, err
		}
	}
	return Circulant(n, steps...)
}

func parseDihedral(body string, _ int) (Graph, error) {
	order, text, found := strings.Cut(body, ":")
	n, err := number(order)
	if err != nil {
		return nil, err
	}
	if _, err := DihedralGroup(n); err != nil {
		return nil, err
	}
	if !found {
		return nil, syntaxErrorf("the generators are missing")
	}
	return DihedralGraph(n, strings.Split(text, ",")...)
}
