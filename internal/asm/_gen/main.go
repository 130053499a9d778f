// Command _gen writes the kernels of package asm, for amd64 and arm64, and what
// chooses among those of amd64: run "go run . -out .." here. Every file it writes is
// committed, and a test of the package compares them with what it would write today.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

func main() {
	log.SetFlags(0)
	flags := flag.NewFlagSet("_gen", flag.ExitOnError) // avo fills the default one
	out := flags.String("out", "..", "write the kernels to this `folder`")
	if err := flags.Parse(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
	if err := run(*out); err != nil {
		log.Fatal(err)
	}
}

func run(out string) error {
	for _, f := range []struct {
		name string
		emit func(k *kernel)
	}{
		{"fold", fold},
		{"add", add},
		{"neighbor", neighbor},
		{"copynt", copyNT},
		{"relay", relay},
	} {
		if err := write(out, f.name, f.emit); err != nil {
			return err
		}
	}
	text, stubs := arm64()
	if err := os.WriteFile(filepath.Join(out, "neon_arm64.s"), text, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "neon_stubs_arm64.go"), stubs, 0o644); err != nil {
		return err
	}
	for arch, variants := range map[string][]variant{
		"amd64": {{"useAVX512", "AVX512", always}, {"useAVX2", "AVX2", always}},
		"arm64": {{"useNEON", "NEON", neonHas}},
	} {
		text, err := dispatch(arch, variants)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, "dispatch_"+arch+".go"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// write makes one pair of files: the assembly, name_amd64.s, and its stubs.
func write(dir, name string, emit func(k *kernel)) error {
	ctx := build.NewContext()
	ctx.ConstraintExpr("!purego")
	emit(&kernel{Context: ctx})
	file, err := ctx.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return err
	}
	cfg := printer.Config{Argv: []string{"go", "run", "."}, Pkg: "asm"}
	for suffix, print := range map[string]printer.Builder{
		"_amd64.s":        printer.NewGoAsm,
		"_stubs_amd64.go": printer.NewStubs,
	} {
		text, err := print(cfg).Print(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name+suffix), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
