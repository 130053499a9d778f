package format

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// ExampleWriteDOT draws the directed triangle.
func ExampleWriteDOT() {
	g, _ := cayley.Circulant(3, 1)
	if err := WriteDOT(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph "circulant:3:1" {
	//   0 -> 1 [gen=0];
	//   1 -> 2 [gen=0];
	//   2 -> 0 [gen=0];
	// }
}

// TestScheduleDOT: a line a send, with its time, and of an exchange where the word goes.
func TestScheduleDOT(t *testing.T) {
	list := schedules(t, "circulant:3:1")
	for i, want := range map[int]string{
		0: `"broadcast on circulant:3:1"; 0 -> 1 [gen=0, t=1]; 1 -> 2 [gen=0, t=2]`,
		1: `"broadcast on circulant:3:1"; 0 -> 1 [t=1, item="0"]; 1 -> 2 [t=1, item="1"]; 2 -> 0 [t=1, item="2"]; 1 -> 2 [t=2, item="0"]; 2 -> 0 [t=2, item="1"]; 0 -> 1 [t=2, item="2"]`,
		2: `"accumulate on circulant:3:1"; 1 -> 2 [gen=0, t=1]; 2 -> 0 [gen=0, t=2]`,
		9: `"exchange on circulant:3:1"; 0 -> 1 [t=3, item="0,1"]; 1 -> 2 [t=3, item="1,2"]; 2 -> 0 [t=3, item="2,0"]; 0 -> 1 [t=1, item="0,2"]; 1 -> 2 [t=1, item="1,0"]; 2 -> 0 [t=1, item="2,1"]; 1 -> 2 [t=2, item="0,2"]; 2 -> 0 [t=2, item="1,0"]; 0 -> 1 [t=2, item="2,1"]`,
	} {
		var b bytes.Buffer
		if err := WriteScheduleDOT(&b, list[i]); err != nil {
			t.Fatal(err)
		}
		want = "digraph " + strings.Replace(strings.ReplaceAll(want, "; ", ";\n  "), ";", " {", 1) + ";\n}\n"
		if got := b.String(); got != want {
			t.Errorf("schedule %d:\n%swant\n%s", i, got, want)
		}
	}
}
