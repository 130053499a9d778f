package cayley

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTextAfterGraph: nothing but space follows the graph of a file, JSON or not.
func TestTextAfterGraph(t *testing.T) {
	const graph = `{"n": 2, "arcs": [[0,1],[1,0]]}`
	path := filepath.Join(t.TempDir(), "g.json")
	for text, want := range map[string]string{
		"": "", " \n\t": "", "\n{": ":2:", " 1": ":1:", "\n\n]": ":3:", "\n}": ":2:", " x": ":1:", `"`: ":1:",
	} {
		if err := os.WriteFile(path, []byte(graph+text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(path); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q after the graph: %v, want %q", text, err, want)
		}
	}
}

// TestFarBelow: a number below all that an int holds is no graph that is too large.
func TestFarBelow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.json")
	for number, large := range map[string]bool{"99999999999999999999": true, "-99999999999999999999": false} {
		if err := os.WriteFile(path, []byte(`{"n": `+number+`, "arcs": [[0,1]]}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(path); err == nil || errors.Is(err, ErrSize) != large {
			t.Errorf("%s vertices: %v, and too large: %v", number, err, large)
		}
	}
}
