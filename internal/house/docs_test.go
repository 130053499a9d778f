package house

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// block is a fenced block of a page.
type block struct {
	page string
	line int
	lang string
	text string
}

func (b *block) String() string { return fmt.Sprintf("%s:%d", b.page, b.line) }

// blocks reads the fenced blocks of a page.
func blocks(t *testing.T, page string) (list []block) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var now *block
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case now == nil && strings.HasPrefix(line, "```"):
			now = &block{page: page, line: i + 1, lang: strings.TrimPrefix(line, "```")}
		case now != nil && line == "```":
			list = append(list, *now)
			now = nil
		case now != nil:
			now.text += line + "\n"
		}
	}
	if now != nil {
		t.Errorf("%s: the block is never closed", now)
	}
	return list
}

// program is a whole program of a page, whose blocks may be several, and what it
// prints according to the page.
type program struct {
	block
	want string
}

// sources sorts the Go blocks of a page into programs and fragments.
func sources(t *testing.T, page string) (programs []program, fragments []block) {
	var open *program // still to be continued
	for _, b := range blocks(t, page) {
		switch {
		case b.lang == "text" && open != nil:
			open.want += b.text
		case b.lang == "text" && len(programs) > 0:
			programs[len(programs)-1].want += b.text
		case b.lang != "go":
		case open != nil:
			open.text += b.text
		case strings.HasPrefix(b.text, "package "):
			open = &program{block: b}
		default:
			fragments = append(fragments, b)
		}
		if open != nil {
			if _, err := parser.ParseFile(token.NewFileSet(), "", open.text, 0); err == nil {
				programs, open = append(programs, *open), nil
			}
		}
	}
	if open != nil {
		t.Errorf("%s: the program is never whole", open)
	}
	return programs, fragments
}

// paths are the packages that a fragment may use without importing them.
var paths = []string{"context", "errors", "fmt", "log", "math", "os", "slices", "time", module + "cayley", module + "coll", module + "hypercube", module + "sched", module + "spectral"}

// wrapped makes a file of a fragment: what stands around it in a user's program
// are the processor p and some vectors.
func wrapped(b *block, number int) string {
	var s strings.Builder
	s.WriteString("package fragments\n\nimport (\n\t\"" + module + "coll\"\n")
	for _, path := range paths {
		if name := filepath.Base(path); name != "coll" && regexp.MustCompile(`\b`+name+`\.`).MatchString(b.text) {
			fmt.Fprintf(&s, "\t%q\n", path)
		}
	}
	fmt.Fprintf(&s, ")\n\nfunc fragment%d(p *coll.Proc, m *coll.Machine, dst, src, x, all []float64, root int) {\n//line %s:%d\n%s}\n", number, filepath.Base(b.page), b.line+1, b.text)
	return s.String()
}

// TestDocs compiles every Go block of the pages, in a module of its own that
// uses this one, and runs every whole program.
func TestDocs(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil { // such as on js, which has no processes
		t.Skip(err)
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 3 {
		t.Fatalf("pages %v, %v", pages, err)
	}
	pages = append(pages, "../../README.md", "../../CONTRIBUTING.md")
	dir := t.TempDir()
	userModule(t, dir)
	put := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var programs []program
	fragments := 0
	for _, page := range pages {
		whole, parts := sources(t, page)
		for i := range parts {
			fragments++
			file := wrapped(&parts[i], fragments)
			if _, err := format.Source([]byte(file)); err != nil {
				t.Errorf("%s: %v", &parts[i], err)
				continue
			}
			put(fmt.Sprintf("fragments/f%d.go", fragments), file)
		}
		for _, p := range whole {
			if formatted, err := format.Source([]byte(p.text)); err != nil || !bytes.Equal(formatted, []byte(p.text)) {
				t.Errorf("%s: not as gofmt has it: %v", &p.block, err)
			}
			put(fmt.Sprintf("program%d/main.go", len(programs)), p.text)
			programs = append(programs, p)
		}
	}
	if fragments < 3 || len(programs) < 2 {
		t.Errorf("%d fragments and %d programs; the pages are read wrongly", fragments, len(programs))
	}
	bin := filepath.Join(t.TempDir(), "bin")
	for _, args := range [][]string{
		{"build", "./fragments"}, // go build -o leaves out what is no program
		{"build", "-o", bin + string(filepath.Separator), "./..."},
	} {
		if out, err := user(dir, args...); err != nil {
			t.Fatalf("the pages' Go blocks do not compile: %v\n%s", err, out)
		}
	}
	for i, p := range programs {
		cmd := exec.Command(filepath.Join(bin, fmt.Sprintf("program%d", i)))
		cmd.Dir = dir
		out, err := output(cmd)
		if err != nil || p.want != "" && out != p.want {
			t.Errorf("%s: %v; prints\n%s; the page says\n%s", &p.block, err, out, p.want)
		}
	}
}
