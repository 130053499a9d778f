package asm

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// eachVariant runs f as a subtest for every variant of this architecture. One
// that this processor lacks is skipped by name, or fails the test if
// CAYLEYCOLL_REQUIRE names it, which continuous integration does.
func eachVariant(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	required := strings.Split(os.Getenv("CAYLEYCOLL_REQUIRE"), ",")
	names := []string{generic}
	for _, v := range known {
		names = append(names, v.name)
	}
	for _, name := range required {
		if name != "" && !slices.Contains(names, name) {
			t.Errorf("CAYLEYCOLL_REQUIRE: this build has no variant %s, only %v", name, names)
		}
	}
	before := Variant()
	defer func() { _ = use(before) }()
	for _, name := range names {
		t.Run("impl="+name, func(t *testing.T) {
			if err := use(name); err != nil {
				if slices.Contains(required, name) {
					t.Fatalf("required: %v", err)
				}
				t.Skip(err)
			}
			f(t)
		})
	}
}

func eachType(t *testing.T, float64s, float32s, int64s, int32s func(*testing.T)) {
	t.Run("type=float64", float64s)
	t.Run("type=float32", float32s)
	t.Run("type=int64", int64s)
	t.Run("type=int32", int32s)
}

func TestVariantsBestFirst(t *testing.T) {
	v := Variants()
	if v[len(v)-1] != generic {
		t.Errorf("Variants() = %v, want generic last", v)
	}
	if err := use("abacus"); err == nil {
		t.Error("use(abacus) succeeded")
	}
	if Features() == "" {
		t.Error("Features() is empty")
	}
}

// TestEnvironment runs this test binary again under different settings.
func TestEnvironment(t *testing.T) {
	if os.Getenv("CAYLEYCOLL_TEST_CHILD") != "" {
		msg := "<nil>"
		if Err() != nil {
			msg = Err().Error()
		}
		os.Stdout.WriteString("variant=" + Variant() + " err=" + msg + "\n")
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	best := Variants()[0]
	for value, want := range map[string]string{
		"":        "variant=" + best + " err=<nil>",
		generic:   "variant=generic err=<nil>",
		best:      "variant=" + best + " err=<nil>",
		"avx1024": "variant=" + best + " err=asm: CAYLEYCOLL_KERNEL=avx1024: no such variant",
	} {
		cmd := exec.Command(self, "-test.run=^TestEnvironment$")
		cmd.Env = append(os.Environ(), "CAYLEYCOLL_TEST_CHILD=1", env+"="+value)
		out, err := cmd.CombinedOutput()
		if err != nil && len(out) == 0 {
			t.Skipf("cannot run %s: %v", self, err)
		}
		if !strings.Contains(string(out), want) {
			t.Errorf("%s=%q printed %q, want %q", env, value, out, want)
		}
	}
}
