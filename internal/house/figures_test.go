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

// written is benchmarks.json, as far as the README shows it.
type written struct {
	Machine       struct{ Cores []int }
	Rows, Latency []measured
	Peers         []struct {
		measured
		Peer  string
		Ratio float64
	}
}

// readmeTable is benchmarks.json and the lines of the README's table with that head, each as
// what it names and its figures.
func readmeTable(t *testing.T, head func(w *written) string) (w written, lines [][2]string) {
	t.Helper()
	text, err := os.ReadFile("../../benchmarks.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "\n"+head(&w)+"\n")
	if !ok {
		t.Fatalf("the README has no table %q", head(&w))
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n")[1:] {
		name, figures, _ := strings.Cut(strings.Trim(line, "| "), " | ")
		lines = append(lines, [2]string{name, figures})
	}
	return w, lines
}

// key is the case of a row.
func (m *measured) key() measured {
	return measured{Coll: m.Coll, Alg: m.Alg, Procs: m.Procs, Bytes: m.Bytes, InPlace: m.InPlace}
}

// TestFiguresOfREADME: every line of the README's table of measurements has the figures
// of the one row of benchmarks.json that it names.
func TestFiguresOfREADME(t *testing.T) {
	w, lines := readmeTable(t, func(w *written) string {
		return fmt.Sprintf("| what, on %d cores | µs | limit µs | steps | bound |", len(w.Machine.Cores))
	})
	by := map[measured][]string{}
	for _, m := range append(w.Rows, w.Latency...) {
		by[m.key()] = append(by[m.key()], m.cells())
	}
	for _, line := range lines {
		key, ok := caseOf(line[0])
		if !ok {
			t.Errorf("%q: want such as \"allreduce of 2 MiB in place by tree, P = 8\"", line[0])
			continue
		}
		if rows := by[key]; len(rows) != 1 || rows[0] != line[1] {
			t.Errorf("%s: the README says %s, benchmarks.json %q", line[0], line[1], rows)
		}
	}
}

// TestPeersOfREADME: so does every line of its table of what Go programs take otherwise.
func TestPeersOfREADME(t *testing.T) {
	programs := []string{"go-channels", "go-cond", "go-waitgroup-mutex", "go-atomics", "go-spawn"}
	w, lines := readmeTable(t, func(*written) string {
		return "| times ours, P = 8 | channels | sync.Cond | WaitGroup, mutex | atomics | goroutines a call |"
	})
	by := map[measured]map[string]float64{}
	for _, row := range w.Peers {
		key := row.key()
		if key.Alg = "direct"; by[key] == nil { // of caseOf
			by[key] = map[string]float64{}
		}
		by[key][row.Peer] = row.Ratio
	}
	for _, line := range lines {
		key, ok := caseOf(line[0] + ", P = 8")
		var figures []string
		for _, p := range programs {
			ratio, there := by[key][p]
			ok = ok && there
			form := "%.1f"
			if ratio >= 100 {
				form = "%.0f"
			}
			figures = append(figures, fmt.Sprintf(form, ratio))
		}
		if want := strings.Join(figures, " | "); !ok || line[1] != want {
			t.Errorf("%s: the README says %s, benchmarks.json %s", line[0], line[1], want)
		}
	}
	if len(lines) < 4 {
		t.Errorf("%d lines", len(lines))
	}
}
