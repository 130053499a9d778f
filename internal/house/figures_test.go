package house

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// measured is a row of benchmarks.json, as far as the README shows it.
type measured struct {
	Coll, Alg    string
	Procs, Bytes int
	InPlace      bool
	P50          float64 `json:"p50_us"`
	Limit        float64 `json:"limit_us"`
	Steps, Bound int
}

// cells are the figures of the row as the README's table has them.
func (m *measured) cells() string {
	us := func(t float64) string {
		switch {
		case t >= 100:
			return fmt.Sprintf("%.0f", t)
		case t >= 10:
			return fmt.Sprintf("%.1f", t)
		}
		return fmt.Sprintf("%.3f", t)
	}
	steps, bound := "–", "–"
	if m.Steps > 0 {
		steps, bound = strconv.Itoa(m.Steps), strconv.Itoa(m.Bound)
	}
	return strings.Join([]string{us(m.P50), us(m.Limit), steps, bound}, " | ")
}

var caseName = regexp.MustCompile(`^(\w+)(?: of (\d+) (B|KiB|MiB)(?: a processor| blocks)?)?( in place)?(?: by (\w+))?, P = (\d+)$`)

// caseOf reads which row the first cell of a line means; by direct where it names no
// algorithm.
func caseOf(cell string) (m measured, ok bool) {
	f := caseName.FindStringSubmatch(cell)
	if f == nil {
		return m, false
	}
	m.Coll, m.InPlace, m.Alg = f[1], f[4] != "", "direct"
	if f[5] != "" {
		m.Alg = f[5]
	}
	size, _ := strconv.Atoi(f[2]) // 0 of a barrier
	m.Bytes = size * map[string]int{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20}[f[3]]
	m.Procs, _ = strconv.Atoi(f[6])
	return m, true
}

// TestFiguresOfREADME: every line of the README's table of measurements has the figures
// of the one row of benchmarks.json that it names.
func TestFiguresOfREADME(t *testing.T) {
	text, err := os.ReadFile("../../benchmarks.json")
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Machine struct{ Cores []int }
		Rows    []measured
		Latency []measured
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	by := map[measured][]string{}
	for _, m := range append(report.Rows, report.Latency...) {
		key := measured{Coll: m.Coll, Alg: m.Alg, Procs: m.Procs, Bytes: m.Bytes, InPlace: m.InPlace}
		by[key] = append(by[key], m.cells())
	}
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), fmt.Sprintf("\n| what, on %d cores | µs | limit µs | steps | bound |\n|---|--:|--:|--:|--:|\n", len(report.Machine.Cores)))
	if !ok {
		t.Fatalf("the README has no table of what was measured on %d cores", len(report.Machine.Cores))
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n") {
		name, figures, _ := strings.Cut(strings.Trim(line, "| "), " | ")
		key, ok := caseOf(name)
		if !ok {
			t.Errorf("%q: want such as \"allreduce of 2 MiB in place by tree, P = 8\"", name)
			continue
		}
		if rows := by[key]; len(rows) != 1 || rows[0] != figures {
			t.Errorf("%s: the README says %s, benchmarks.json %q", name, figures, rows)
		}
	}
}
