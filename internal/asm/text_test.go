package asm

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestText: what no result shows. Every kernel of wide registers ends with VZEROUPPER,
// lest the program's next SSE instruction be slow; none that stores past the caches has a
// fence, which takes longer than a short call (see FoldNT); and every instruction on vector
// registers has the VEX or EVEX form.
func TestText(t *testing.T) {
	wide, vector := regexp.MustCompile(`\b[YZ]\d+\b`), regexp.MustCompile(`^\t([A-Z0-9.]+)\s.*\b[XYZ]\d+\b`)
	files, err := filepath.Glob("*_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	kernels, past := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range strings.Split(string(text), "\nTEXT ")[1:] {
			name, _, _ := strings.Cut(f, "(")
			if strings.Contains(f, "VMOVNT") {
				past++
			}
			if strings.Contains(f, "FENCE") {
				t.Errorf("%s: %s has a fence", file, name)
			}
			const end = "\tVZEROUPPER\n\tRET\n"
			if wide.MatchString(f) {
				kernels++
				if strings.Count(f, end) != strings.Count(f, "\tRET\n") {
					t.Errorf("%s: %s does not end with %q everywhere", file, name, end)
				}
			}
			for line := range strings.Lines(f) {
				if m := vector.FindStringSubmatch(line); m != nil && m[1][0] != 'V' && m[1][0] != 'K' {
					t.Errorf("%s: %s: neither VEX nor EVEX: %s", file, name, line)
				}
			}
		}
	}
	if kernels < 100 || past < 30 {
		t.Errorf("%d kernels, %d of them past the caches: fewer than there are", kernels, past)
	}
}
