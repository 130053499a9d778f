package cayley

import (
	"fmt"
	"slices"
	"strings"
)

// parseProduct splits at the semicolons outside of parentheses, so the path of a
// file: factor can hold neither ';' nor parentheses that do not pair up.
func parseProduct(body string, depth int) (Graph, error) {
	var factors []Graph
	whole := clip("product(" + body + ")") // once: there may be thousands of factors
	level, from, order := 0, 0, 1
	for i := 0; i <= len(body); i++ {
		switch {
		case i < len(body) && body[i] == '(':
			level++
		case i < len(body) && body[i] == ')':
			level--
		}
		if i < len(body) && (body[i] != ';' || level > 0) {
			continue
		}
		if from == i {
			return nil, syntaxErrorf("factor %d is empty", len(factors)+1)
		}
		g, err := parse(body[from:i], depth)
		if err != nil && listsFactors(body[from:i]) {
			err = fmt.Errorf("%w; the factors of a product are separated by ';'", err)
		}
		if err != nil {
			return nil, err
		}
		if order, err = orderOf(whole, order, g.Order()); err != nil {
			return nil, err // before thousands of large factors are made
		}
		factors, from = append(factors, g), i+1
	}
	return Product(factors...)
}

// listsFactors reports whether a family's name follows a comma: for what cannot be read,
// the likely reason.
func listsFactors(text string) bool {
	known := names(families())
	for i, part := range strings.Split(text, ",") {
		if end := strings.IndexAny(part, ":("); end >= 0 {
			part = part[:end]
		}
		if i > 0 && slices.Contains(known, strings.TrimSpace(part)) {
			return true
		}
	}
	return false
}
