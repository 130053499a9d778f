package bench

import (
	"bytes"
	"strings"
	"testing"
)

// TestUnknownMachine: what the system does not tell is said to be unknown, as on wasm.
func TestUnknownMachine(t *testing.T) {
	var b bytes.Buffer
	if err := (Info{L1D: -1, L2: -1, L3: -1}).Write(&b, false); err != nil {
		t.Fatal(err)
	}
	if want := "L1D unknown, L2 unknown, L3 unknown, line unknown\n"; !strings.Contains(b.String(), want) {
		t.Errorf("%s\nwant %s", b.String(), want)
	}
}
