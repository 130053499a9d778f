package house

import (
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWhatUsersCompile: a package that calls every collective on every type compiles the exported
// functions and small helpers of theirs, not the engine. A generic function is compiled where it is
// called, with the methods of every generic type that it or a type of its arguments names.
func TestWhatUsersCompile(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	var collectives []string
	for _, s := range goFiles(t) {
		if s.room != "coll" || s.test {
			continue
		}
		for _, d := range s.file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.IsExported() && d.Type.TypeParams != nil {
				collectives = append(collectives, d.Name.Name)
			}
		}
	}
	types := []string{"float64", "float32", "int64", "int32"}
	text := "package all\n\nimport \"" + module + "coll\"\n\nvar (\n"
	for _, name := range collectives {
		for _, elem := range types {
			text += fmt.Sprintf("\t_ = coll.%s[%s]\n", name, elem)
		}
	}
	dir := t.TempDir()
	userModule(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "all.go"), []byte(text+")\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	archive, err := user(dir, "list", "-export", "-f", "{{.Export}}", ".")
	if err != nil {
		t.Fatal(err, archive)
	}
	symbols, err := user(dir, "tool", "nm", strings.TrimSpace(archive))
	if err != nil {
		t.Fatal(err, symbols)
	}
	function := regexp.MustCompile(`(?m)^ *[0-9a-f]+ [Tt] ` + regexp.QuoteMeta(module) + `coll\.(\(?\*?\w+)\[`)
	compiled := map[string]int{} // by function, or the type whose method it is
	for _, m := range function.FindAllStringSubmatch(symbols, -1) {
		compiled[m[1]]++
	}
	for _, name := range collectives {
		if compiled[name] < len(types) {
			t.Errorf("%s is compiled %d times, want once for each of %d types: the symbols are read wrongly", name, compiled[name], len(types))
		}
	}
	small := append(collectives, "prefix", "checkApart", "checkOwn", "overlap", "checkNaN", "onlyIf", "newCall", "elemKind", "sizeOf", "of", "engine", "fitsAlone",
		"bring", "broughtTo", "oneOf", "enterLine", "lineOf", "addWords", "copyWords",
		"shortly", "box", "fitsHead", "elementsIn", "ringFor", "ringOf", "pipeOf", "(*pipe", "(*making",
		"lineAllgather", "lineAllreduce", "lineAlltoall", "lineBroadcast", "lineFold", "lineReduceScatter", "lineScatter")
	for name, n := range compiled {
		if !slices.Contains(small, name) {
			t.Errorf("%d × %s is compiled by every package that uses coll", n, name)
		}
	}
}

// TestWhatUsersLink: a program has the engines of the types that it uses, and no others.
func TestWhatUsersLink(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	userModule(t, dir)
	text := `package main

import "` + module + `coll"

func main() {
	coll.Run(2, func(p *coll.Proc) error {
		x := []float64{1}
		coll.Allreduce(p, x, x, coll.Sum)
		return nil
	})
}
`
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "program")
	if out, err := user(dir, "build", "-o", bin, "."); err != nil {
		t.Fatal(err, out)
	}
	symbols, err := user(dir, "tool", "nm", bin)
	if err != nil {
		t.Fatal(err, symbols)
	}
	job := regexp.MustCompile(regexp.QuoteMeta(module) + `coll\.\(\*job\[go\.shape\.(\w+)\]`)
	linked := map[string]int{}
	for _, m := range job.FindAllStringSubmatch(symbols, -1) {
		linked[m[1]]++
	}
	if linked["float64"] == 0 || len(linked) != 1 {
		t.Errorf("of float64 alone the program calls a collective; it links methods of jobs by type: %v", linked)
	}
}
