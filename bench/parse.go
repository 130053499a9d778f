package bench

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ParseSizes reads "8B,4KiB", or "8B:64MiB:8" for a geometric series. The error is
// worded for the command line.
func ParseSizes(s string) ([]int, error) {
	if parts := strings.Split(s, ":"); len(parts) == 3 {
		lo, err := parseSize(parts[0])
		if err != nil {
			return nil, err
		}
		hi, err := parseSize(parts[1])
		if err != nil {
			return nil, err
		}
		factor, err := strconv.Atoi(parts[2])
		if err != nil || factor < 2 {
			return nil, fmt.Errorf("--sizes has the factor %q, want a whole number, 2 or more", parts[2])
		}
		if lo > hi {
			return nil, fmt.Errorf("--sizes goes from %s down to %s, want MIN:MAX:FACTOR", parts[0], parts[1])
		}
		var sizes []int
		for n := lo; ; n *= factor {
			sizes = append(sizes, n)
			if n > hi/factor {
				break
			}
		}
		return sizes, nil
	}
	var sizes []int
	for f := range strings.SplitSeq(s, ",") {
		n, err := parseSize(f)
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// maxSize is the largest vector of one processor that can be asked for.
const maxSize = 1 << 30

func parseSize(s string) (int, error) {
	digits := strings.TrimRight(strings.TrimSpace(s), "BKMGi")
	unit, ok := map[string]int{"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}[strings.TrimSpace(s)[len(digits):]]
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || n > maxSize/unit {
		return 0, fmt.Errorf("--sizes is %q, want sizes such as 8B, 4KiB or 64MiB, at most 1GiB, or MIN:MAX:FACTOR", s)
	}
	return n * unit, nil
}

// ParseProcs reads "2,8,64". The error is worded for the command line and names most as the
// greatest number, but ParseProcs does not refuse a greater one that an int can hold.
func ParseProcs(s string, most int) ([]int, error) {
	var ps []int
	for f := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		switch {
		case errors.Is(err, strconv.ErrRange) && n > 0:
			return nil, fmt.Errorf("--procs is %q: too large, want 1 to %d", f, most)
		case errors.Is(err, strconv.ErrRange):
			return nil, fmt.Errorf("--procs is %q: too small, want 1 to %d", f, most)
		case err != nil:
			return nil, fmt.Errorf("--procs is %q, want whole numbers such as 2,8", f)
		}
		ps = append(ps, n)
	}
	return ps, nil
}
