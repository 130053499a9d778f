package peers

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestNoFolder: without a folder for temporary files the programs in Go are measured, and those
// in C absent.
func TestNoFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	for _, asked := range [][]string{{"go-atomics"}, {"go-atomics", "pthread"}} {
		pl := Quick()
		pl.Procs, pl.Colls, pl.Programs = []int{2}, []string{"barrier"}, asked
		res, err := Measure(t.Context(), pl, func(string) {})
		if err != nil || len(res.Rows) != 2 {
			t.Fatalf("%v: %v, %+v", asked, err, res.Rows)
		}
		want := 0
		if len(asked) > 1 {
			want = len(foreignNames())
		}
		if len(res.Absent) != want {
			t.Errorf("%v: %+v", asked, res.Absent)
		}
		for _, a := range res.Absent {
			if !strings.Contains(a.Why, "none: no such file or directory; set TMPDIR") {
				t.Errorf("%+v", a)
			}
		}
	}
}
