package main

import (
	"strings"
	"testing"
)

// TestBeyondInt: a number that an int of 32 bits does not hold is refused there as where it
// has 64, not cut to one that is allowed.
func TestBeyondInt(t *testing.T) {
	const ring = "schedule --graph ring:4 --task broadcast "
	for line, flag := range map[string]string{
		ring + "--root 4294967296":                   "--root",
		ring + "--within 4294967297":                 "--within",
		ring + "--at 4294967297":                     "--at",
		ring + "--format goal --bytes 4294967304":    "--bytes",
		ring + "--format goal --bytes 3000000000":    "--bytes",
		ring + "--format goal --bytes 0x100000008":   "--bytes",
		"theorems --max-d 4294967298":                "--max-d",
		"bench --quick --procs 4294967298":           "--procs",
		"peers --quick --procs 4294967298":           "--procs",
		"bench --quick --procs 2 --sizes 4294967304": "--sizes",
	} {
		code, out, errs := collbench(strings.Fields(line)...)
		value := line[strings.LastIndex(line, " ")+1:]
		if value == "0x100000008" {
			value = "" // may be shown as a decimal
		}
		if code != 2 || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "collbench: "+flag) ||
			!strings.Contains(errs, value) || !strings.Contains(errs, ", want ") {
			t.Errorf("collbench %s: exit %d, stdout %q, stderr %q", line, code, out, errs)
		}
	}
	if _, help, _ := collbench("schedule", "--help"); !strings.Contains(help, "--bytes int ") || !strings.Contains(help, "(default 8)") {
		t.Errorf("the kind of --bytes, or its default, is not in\n%s", help)
	}
}
