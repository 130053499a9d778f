package format_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/cayleycoll/cayleycoll/sched/format"
)

// A file is read, judged, and drawn. Package coll follows one: coll.FromSchedule.
func ExampleRead() {
	file, err := format.Read(strings.NewReader(`{"format": "cayleycoll/schedule/1",
	 "task": "broadcast", "graph": {"type": "hypercube", "d": 2}, "steps": 2,
	 "template": [[1, 0, 0], [1, 0, 1], [2, 1, 1]]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := file.Verified()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Task, "on", file.Graph.Name(), "in", s.Tau(), "steps")
	if err := format.WriteScheduleDOT(os.Stdout, s); err != nil {
		fmt.Println(err)
	}
	// Output:
	// broadcast on hypercube:2 in 2 steps
	// digraph "broadcast on hypercube:2" {
	//   0 -> 1 [gen=0, t=1];
	//   0 -> 2 [gen=1, t=1];
	//   1 -> 3 [gen=1, t=2];
	// }
}
