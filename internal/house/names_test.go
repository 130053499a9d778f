package house

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fileName is a Go file that a comment or a page names, with its folder or without.
var fileName = regexp.MustCompile(`[A-Za-z_][\w/]*\.go\b`)

// TestFilesNamedAreThere: a reader whom a comment or a page sends to another file finds it.
func TestFilesNamedAreThere(t *testing.T) {
	files, texts := map[string]bool{}, map[string]string{} // paths, and what names some
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		switch filepath.Ext(path) {
		case ".go":
			files[filepath.ToSlash(path)] = true
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			texts[path] = comments(f)
		case ".md":
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			texts[path] = string(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// The generator is a module of its own, which what go get unpacks has not.
	_, err = os.Stat("../../internal/asm/_gen")
	left := errors.Is(err, fs.ErrNotExist)
	bases, named := map[string]bool{}, 0
	for path := range files {
		bases[filepath.Base(path)] = true
	}
	for path, text := range texts {
		for _, name := range fileName.FindAllString(text, -1) {
			named++
			there := bases[name] || files["../../"+name] || files[filepath.ToSlash(filepath.Join(filepath.Dir(path), name))]
			out := left && strings.HasPrefix(name, "_gen/")
			if !there && !out && !strings.HasSuffix(name, "main.go") { // users' own
				t.Errorf("%s names %s, and there is no such file", path, name)
			}
		}
	}
	if named < 20 {
		t.Errorf("%d files named; the walk has lost its way", named)
	}
}

// comments are all of a file's.
func comments(f *ast.File) string {
	var b strings.Builder
	for _, c := range f.Comments {
		b.WriteString(c.Text() + "\n")
	}
	return b.String()
}

// TestMaps: who looks for something in the largest rooms finds every file of them on the map
// in doc.go.
func TestMaps(t *testing.T) {
	for room, least := range map[string]int{"coll": 100, "sched": 80} {
		doc, err := os.ReadFile("../../" + room + "/doc.go")
		if err != nil {
			t.Fatal(err)
		}
		_, place, found := strings.Cut(string(doc), "// Where to begin.")
		if !found {
			t.Fatalf("%s/doc.go has no map", room)
		}
		files, err := filepath.Glob("../../" + room + "/*.go")
		if err != nil || len(files) < least {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, path := range files {
			name := strings.TrimSuffix(filepath.Base(path), ".go")
			if name == "doc" || strings.HasSuffix(name, "_test") {
				continue
			}
			if !regexp.MustCompile(`\b` + name + `\b`).MatchString(place) {
				t.Errorf("the map in %s/doc.go lacks %s.go", room, name)
			}
		}
	}
}
