package report

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
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

func TestShort(t *testing.T) {
	for in, want := range map[float64]string{0: "0", 1: "1", 0.5: "0.5", 1000: "1k", 20000: "20k", 1e6: "10⁶", 1e-16: "10⁻¹⁶", 2e7: "2·10⁷"} {
		if got := short(in); got != want {
			t.Errorf("%v: %q, want %q", in, got, want)
		}
	}
}
