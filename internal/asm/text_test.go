package asm

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestText: what no result shows. Every kernel of wide registers ends with VZEROUPPER,
// lest the program's next SSE instruction be slow; those named so store past the caches, and no
// others; none has a fence, which takes longer than a short call (see FoldNT); and every instruction on
// vector registers has the VEX or EVEX form.
func TestText(t *testing.T) {
	past := regexp.MustCompile(`^·(foldNT|copyNT|relayNT|relayAhead|relayNext)`)
	wide, vector := regexp.MustCompile(`\b[YZ]\d+\b`), regexp.MustCompile(`^\t([A-Z0-9.]+)\s.*\b[XYZ]\d+\b`)
	files, err := filepath.Glob("*_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	kernels := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range strings.Split(string(text), "\nTEXT ")[1:] {
			name, _, _ := strings.Cut(f, "(")
			if stores := strings.Contains(f, "VMOVNT"); stores != past.MatchString(name) {
				t.Errorf("%s: %s stores past the caches: %v", file, name, stores)
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
	if kernels < 100 {
		t.Errorf("%d kernels: fewer than there are", kernels)
	}
}

// TestDispatch: where AVX-512 is in force its kernels are called, else those of AVX2.
func TestDispatch(t *testing.T) {
	for _, file := range []string{"dispatch_amd64.go", "fast_amd64.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		called := regexp.MustCompile(`\b(\w+)(AVX512|AVX2)\(`)
		calls := map[string]string{} // by kernel, its variants in the order of the text
		for line := range strings.Lines(string(text)) {
			if m := called.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, "//") {
				calls[m[1]] += m[2] + " "
			}
		}
		for name, order := range calls {
			if order != "AVX512 AVX2 " {
				t.Errorf("%s: %s is called as %s", file, name, order)
			}
		}
	}
}
