package cayley

import (
	"strings"
	"testing"
)

// TestNoGroup: graphs of no group are refused in a line, and long names are cut.
func TestNoGroup(t *testing.T) {
	long := strings.Repeat("1x", 20_000)
	if _, err := NewCayley(long, nil, nil); err == nil || len(err.Error()) > 120 {
		t.Errorf("Cayley graph: %.200v", err)
	}
	if _, err := NewCoset("none", nil, nil, nil); err == nil || err.Error() != "cayley: none: no group" {
		t.Errorf("coset graph: %v", err)
	}
}
