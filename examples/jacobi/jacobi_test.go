package main

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

// serial is the method without processors or strips.
func serial(n, steps int, limit float64) (plate []float64, done int, change float64) {
	now, next := make([][]float64, n+2), make([][]float64, n+2)
	for i := range now {
		now[i], next[i] = make([]float64, n+2), make([]float64, n+2)
	}
	for j := range n + 2 {
		now[0][j], next[0][j] = 1, 1
	}
	for change = math.Inf(1); done < steps && change > limit; done++ {
		change = 0
		for i := 1; i <= n; i++ {
			for j := 1; j <= n; j++ {
				next[i][j] = ((now[i-1][j] + now[i+1][j]) + (now[i][j-1] + now[i][j+1])) / 4
				change = max(change, math.Abs(next[i][j]-now[i][j]))
			}
		}
		now, next = next, now
	}
	for _, row := range now[1 : n+1] {
		plate = append(plate, row[1:n+1]...)
	}
	return plate, done, change
}

func TestEqualsTheSerialProgram(t *testing.T) {
	for _, c := range []struct {
		n, steps int
		limit    float64
	}{{1, 10, 0}, {2, 50, 0}, {17, 300, 1e-4}, {64, 1000, 1e-3}} {
		plate, done, change := serial(c.n, c.steps, c.limit)
		for _, p := range []int{1, 2, 3, 7, 16, c.n} {
			for _, host := range []coll.HostMode{coll.Auto, coll.Goroutines} {
				if p > c.n {
					continue
				}
				r, err := solve(context.Background(), coll.Config{P: p, Host: host}, c.n, c.steps, c.limit)
				if err != nil {
					t.Fatal(err)
				}
				if r.steps != done || r.change != change {
					t.Errorf("n=%d P=%d: %d steps, last change %v; want %d, %v", c.n, p, r.steps, r.change, done, change)
				}
				for i := range plate {
					if math.Float64bits(r.plate[i]) != math.Float64bits(plate[i]) {
						t.Fatalf("n=%d P=%d: point %d,%d is %v, want %v", c.n, p, i/c.n, i%c.n, r.plate[i], plate[i])
					}
				}
			}
		}
	}
}

// TestMoreCoresThanRows: a processor without a row would show its neighbours each other's.
func TestMoreCoresThanRows(t *testing.T) {
	if _, err := solve(context.Background(), coll.Config{P: 3}, 2, 10, 0); err == nil || err.Error() != "3 processors for 2 rows; want -p 2 or less" {
		t.Error(err)
	}
}

// TestConverges: by symmetry the middle of the plate is at a quarter.
func TestConverges(t *testing.T) {
	r, err := solve(context.Background(), coll.Config{P: 3}, 15, 10000, 1e-12)
	if err != nil {
		t.Fatal(err)
	}
	if middle := r.plate[7*15+7]; math.Abs(middle-0.25) > 1e-9 {
		t.Errorf("%v in the middle, want 1/4", middle)
	}
}

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"-n 20 -p 3 -steps 50", 0, "20×20 points on 3 processors: 50 steps"},
		{"-help", 0, "usage: jacobi"},
		{"-n 0", 2, "-n is 0"},
		{"-n 4 -p 5", 2, "-p is 5"},
		{"-steps 0", 2, "-steps is 0"},
		{"-limit NaN", 2, "-limit is NaN"},
		{"-x", 2, "not defined"},
		{"plate", 2, "unexpected argument"},
	} {
		var out, err bytes.Buffer
		if code := run(&out, &err, strings.Fields(c.args)); code != c.code || !strings.Contains(out.String()+err.String(), c.want) {
			t.Errorf("jacobi %s: exit %d, %s%s", c.args, code, &out, &err)
		}
	}
}
