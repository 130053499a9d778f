package asm

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/cpu"
)

// variant is one implementation of the kernels. A flag, not a function, selects
// it: a call through a variable would make the arrays of pointers escape.
type variant struct {
	name      string
	available bool
	use       *bool
}

// generic is the variant that every processor can run.
const generic = "generic"

// env is the environment variable that forces a variant.
const env = "CAYLEYCOLL_KERNEL"

// inForce and envErr are written at start, and by tests.
var (
	inForce string
	envErr  error
)

func init() {
	_ = use(Variants()[0])
	if name := os.Getenv(env); name != "" {
		if err := use(name); err != nil {
			envErr = fmt.Errorf("asm: %s=%s: %w", env, name, err)
		}
	}
}

// use puts the named variant in force; on an error nothing changes.
func use(name string) error {
	if !slices.Contains(Variants(), name) {
		return fmt.Errorf("no such variant on this processor (%s); want one of %s", runtime.GOARCH, strings.Join(Variants(), ", "))
	}
	for _, v := range known {
		*v.use = v.name == name
	}
	inForce = name
	return nil
}

// Variant returns the variant in force: "avx512", "avx2", "neon" or "generic".
func Variant() string { return inForce }

// Variants returns the variants that this build and this processor can run,
// best first; "generic" is always the last.
func Variants() []string {
	var names []string
	for _, v := range known {
		if v.available {
			names = append(names, v.name)
		}
	}
	return append(names, generic)
}

// Err reports why CAYLEYCOLL_KERNEL was not obeyed, or nil. The best variant is
// in force then.
func Err() error { return envErr }

// Features describes in a few words what the choice of the variant rests on, and HandOver.
func Features() string {
	have := []string{runtime.GOARCH}
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"avx2", cpu.X86.HasAVX2}, {"fma", cpu.X86.HasFMA}, {"bmi2", cpu.X86.HasBMI2},
		{"avx512f", cpu.X86.HasAVX512F}, {"avx512dq", cpu.X86.HasAVX512DQ},
		{"avx512bw", cpu.X86.HasAVX512BW}, {"avx512vl", cpu.X86.HasAVX512VL},
		{"cldemote", handsOver},
		{"asimd", cpu.ARM64.HasASIMD}, {"sve", cpu.ARM64.HasSVE}, {"sve2", cpu.ARM64.HasSVE2},
	} {
		if f.has {
			have = append(have, f.name)
		}
	}
	return strings.Join(have, " ")
}
