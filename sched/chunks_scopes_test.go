package sched

import (
	"strings"
	"testing"
)

// TestSegmentsOfOtherScopes: segments that serve unlike distances are no schedule of one word.
func TestSegmentsOfOtherScopes(t *testing.T) {
	g := parse(t, "ring:7")
	for _, scopes := range [][2]Scope{{{Within: 1}, {Within: 2}}, {{}, {Within: 2}}, {{Within: 2}, {At: []int{1, 2}}}, {{At: []int{1}}, {At: []int{2}}}} {
		c, by := &Chunked{}, int32(0)
		for _, s := range scopes {
			tm, _, err := Build(g, Options{Scope: s})
			if err != nil {
				t.Fatal(err)
			}
			for v := range tm.Time { // after the segment before
				if tm.Time[v] > 0 {
					tm.Time[v] += by
				}
			}
			tm.Steps += int(by)
			by = int32(tm.Steps)
			if err := tm.Verify(); err != nil {
				t.Fatal(err)
			}
			c.Steps, c.Segments = tm.Steps, append(c.Segments, tm)
		}
		if err := c.Verify(); err == nil || !strings.Contains(err.Error(), "segment 1 is of another graph, group, task or scope") {
			t.Errorf("%+v: %v", scopes, err)
		}
	}
}
