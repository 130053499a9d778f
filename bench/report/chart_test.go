package report

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

func TestChart(t *testing.T) {
	c := chart{Caption: "a < b", X: "bytes", Y: "GB/s", LogX: true, LogY: true, Series: []series{
		{Name: "one", XY: plotter.XYs{{X: 8, Y: 1}, {X: 64, Y: 3}}},
		{Name: "none"},
		{Name: "limit", XY: plotter.XYs{{X: 8, Y: 2}}, Limit: true},
	}}
	fig, ok, err := c.draw("f1")
	if err != nil || !ok || len(fig.Key) != 2 {
		t.Fatalf("%v, %v, %d keys", ok, err, len(fig.Key))
	}
	s := string(fig.SVG)
	for _, want := range []string{`<svg role="img" aria-labelledby="f1" viewBox=`, `<title id="f1">a &lt; b</title>`, "var(--s1)", "currentColor", "</svg>"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in\n%s", want, s)
		}
	}
	for _, bad := range []string{"http", "#0", "Liberation", "<?xml"} {
		if strings.Contains(s, bad) {
			t.Errorf("%q in\n%s", bad, s)
		}
	}
	if _, ok, err := (&chart{Series: []series{{Name: "none"}}}).draw("f2"); ok || err != nil {
		t.Errorf("an empty chart is drawn: %v", err)
	}
}

// TestStyles: the lines of the algorithms that one plot may show are told apart, and none
// that coll offers goes without a column.
func TestStyles(t *testing.T) {
	for _, name := range bench.Measured() {
		seen := map[string]coll.Algorithm{}
		for _, alg := range algorithms(name) {
			line, glyph := (&series{Style: style(alg)}).styles()
			look := fmt.Sprintf("%v %v %T", line.Color, line.Dashes, glyph.Shape)
			if other, ok := seen[look]; ok {
				t.Errorf("%s: %s looks like %s", name, alg, other)
			}
			seen[look] = alg
		}
	}
	for _, task := range tasks {
		s := Steps{Task: task, Executed: map[string]float64{}}
		for _, alg := range coll.Algorithms(paperColl[task]) {
			s.Executed[string(alg)] = 1
		}
		if got := executedBy([]Steps{s}, task); len(got) != len(s.Executed) {
			t.Errorf("%s: columns %v for %v", task, got, s.Executed)
		}
	}
}

func TestShort(t *testing.T) {
	for in, want := range map[float64]string{0: "0", 1: "1", 0.5: "0.5", 1000: "1k", 20000: "20k", 1e6: "10⁶", 1e-16: "10⁻¹⁶", 2e7: "2·10⁷"} {
		if got := short(in); got != want {
			t.Errorf("%v: %q, want %q", in, got, want)
		}
	}
}
