package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

func TestChart(t *testing.T) {
	c := chart{Caption: "a < b", X: "bytes", Y: "GB/s", LogX: true, Series: []series{
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
	fig, ok, err = (&chart{LogX: true, Series: []series{{Name: "one", XY: plotter.XYs{{X: 8, Y: 2}}}}}).draw("f3")
	if s := string(fig.SVG); err != nil || !ok || strings.Contains(s, "NaN") || strings.Contains(s, "Inf") || !strings.Contains(s, "<text") {
		t.Errorf("of a single point: %v, %v\n%s", ok, err, s)
	}
}

// TestStyles: the lines of the algorithms that one plot may show are told apart, and none
// that coll offers goes without a column.
func TestStyles(t *testing.T) {
	for _, name := range bench.Measured() {
		seen := map[string]coll.Algorithm{}
		for _, alg := range bench.Algorithms(name) {
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

// TestNotation: the names of one axis are of one kind.
func TestNotation(t *testing.T) {
	for want, got := range map[string][]string{
		"0 0.5 1":              numbers([]float64{0, 0.5, 1}),
		"0.001 0.01 0.1 1 10":  numbers([]float64{0.001, 0.01, 0.1, 1, 10}),
		"1 100 10000":          numbers([]float64{1, 100, 10000}),
		"10⁰ 10² 10⁴ 10⁶":      numbers([]float64{1, 100, 1e4, 1e6}),
		"10⁻⁴ 10⁻² 10⁰":        numbers([]float64{1e-4, 0.01, 1}),
		"0 5·10⁴ 10⁵ 1.25·10⁵": numbers([]float64{0, 5e4, 1e5, 1.25e5}),
		"2 4 128":              powersOfTwo([]float64{2, 4, 128}),
		"2² 2⁵ 2⁸ 2¹¹ 2¹⁴":     powersOfTwo([]float64{4, 32, 256, 2048, 1 << 14}),
		"8B 512B 32KiB 2MiB":   sizes([]float64{8, 512, 32 << 10, 2 << 20}),
	} {
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, r := range [][2]float64{{1, 2e6}, {3e-5, 0.7}, {0.2, 40}, {1e-17, 3}} {
		powers := 0
		ticks := decades(r[0], r[1])
		for _, tick := range ticks {
			if strings.Contains(tick.Label, "10") && strings.ContainsAny(tick.Label, "⁰¹²³⁴⁵⁶⁷⁸⁹") {
				powers++
			}
		}
		if len(ticks) < 2 || powers != 0 && powers != len(ticks) {
			t.Errorf("%v: %d of %d ticks are powers: %v", r, powers, len(ticks), ticks)
		}
	}
}

// TestWhole: an axis of steps has no tick between two of them.
func TestWhole(t *testing.T) {
	for steps, want := range map[float64]string{1: "0 1", 2: "0 1 2", 10: "0 5 10", 32: "0 10 20 30"} {
		var names []string
		for _, tick := range whole(0, steps) {
			if tick.Value != math.Trunc(tick.Value) {
				t.Errorf("0 to %v: a tick at %v", steps, tick.Value)
			}
			if tick.Label != "" {
				names = append(names, tick.Label)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("0 to %v: %s, want %s", steps, got, want)
		}
	}
}
