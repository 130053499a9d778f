package cayley

import (
	"errors"
	"fmt"
	"strings"
)

const (
	// MaxOrder is the greatest number of vertices of any graph: 2^28, so that a vertex fits an
	// int32 and one number a vertex fits in memory.
	MaxOrder = 1 << maxCube
	maxCube  = 28
)

// ErrSize is wrapped by errors that refuse a graph as too large; errors.Is finds it.
var ErrSize = errors.New("too large")

// errf begins with the name of a graph, if any, which may be that of a file or
// of a product of thousands: it is made plain, and cut unless a line number follows.
func errf(format string, args ...any) error {
	if len(args) > 0 && strings.HasPrefix(format, "%s") {
		if name, ok := args[0].(string); ok {
			if strings.HasPrefix(format, "%s: ") {
				name = clip(name)
			}
			args[0] = plain(name)
		}
	}
	return fmt.Errorf("cayley: "+format, args...)
}

// inRange is an error unless least ≤ n ≤ most, which wraps ErrSize if n is too large; what
// names the number.
func inRange(name, what string, n, least, most int) error {
	switch {
	case n > most:
		return errf("%s: %w: %s must be %d to %d", name, ErrSize, what, least, most)
	case n < least:
		return errf("%s: %s must be %d to %d", name, what, least, most)
	}
	return nil
}

// orderOf is the product of the factors, or an error wrapping ErrSize once it
// passes MaxOrder. Factors must be positive.
func orderOf(name string, factors ...int) (int, error) {
	p := 1
	for _, f := range factors {
		if f > MaxOrder/p {
			return 0, errf("%s: %w: more than %d vertices", name, ErrSize, MaxOrder)
		}
		p *= f
	}
	return p, nil
}
