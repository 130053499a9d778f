package house

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestFiguresOfREADME: every number in a cell of the README's tables is one of
// benchmarks.json, rounded.
func TestFiguresOfREADME(t *testing.T) {
	text, err := os.ReadFile("../../benchmarks.json")
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var walk func(any)
	walk = func(x any) {
		switch x := x.(type) {
		case map[string]any:
			for _, y := range x {
				walk(y)
			}
		case []any:
			for _, y := range x {
				walk(y)
			}
		case float64:
			for _, decimals := range []int{3, 2, 1, 0} {
				known[strconv.FormatFloat(x, 'f', decimals, 64)] = true
			}
		}
	}
	walk(all)
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	figures := 0
	for i, line := range strings.Split(string(page), "\n") {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for _, cell := range strings.Split(line, "|") {
			cell = strings.Trim(cell, " *")
			if _, err := strconv.ParseFloat(cell, 64); err != nil {
				continue
			}
			if figures++; !known[cell] {
				t.Errorf("README.md:%d: %s is not in benchmarks.json", i+1, cell)
			}
		}
	}
	if figures == 0 {
		t.Error("no figures in the README; the tables are read wrongly")
	}
}
