package exact

import "testing"

// TestMergeCarries: a sum has room for as many additions after a merge as before the first
// one, so it may be merged with others without end.
func TestMergeCarries(t *testing.T) {
	var s, other Sum
	s.Add(1)
	other.Add(1)
	s[pending], other[pending] = full-1, full-1
	s.Merge(&other)
	if s[pending] != 2 || s.Float64() != 2 {
		t.Errorf("no carries: %d additions pending, the sum is %v", s[pending], s.Float64())
	}
}
