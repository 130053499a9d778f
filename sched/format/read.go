package format

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Version is the format key of a schedule file.
const Version = "cayleycoll/schedule/1"

// File is a schedule file: its header, and its elements not yet judged.
type File struct {
	Task      sched.Task
	Model     sched.Model
	Graph     cayley.Graph
	Scope     sched.Scope
	Rooted    bool
	Root      int
	Steps     int
	Bound     int // as the file claims; 0 if it does not
	BoundKind string
	// Template says that the elements are arcs of the schedule of vertex 0, [t,u,k] or
	// [t,u,k,dst]: at time t from u to u·gens[k]; else they are sends, [t,u,v,item].
	Template bool
	entries  []sched.Send // template: To is k, Dst is dst
	single   spot         // the first element without a destination
	double   spot         // the first with one
	rootLine int
}

// Read reads a schedule file (docs/schedule-file.md). Keys may come in any order; unknown, repeated and
// missing ones are errors, as is anything after the object. A file without "scope" serves
// all distances, one without "model" is two-way. Elements of another form than
// the task's, a root that is not a vertex or belongs to an exchange, and a template on a
// graph without a group are errors of the file too, not of the schedule in it. The error
// names the line and the element. Memory: the graph, 20 bytes an element, 8 for each byte of
// the graph's text, and as much again of the last two while they grow.
//
// A graph has the keys of its type and no others, besides a "name".
// The graph {"type":"cayley"} needs "mul" and "gens", or "perm" (a list of
// permutations: cayley.NewPermCayley); without either its "name" must be one
// that cayley.Parse knows (Write leaves the table of a large graph away), and
// may not read another file. A graph that is named or generated, not listed, has at most
// 2^22 vertices and 2^27 arcs, unless the schedule has an element for every vertex but one.
func Read(r io.Reader) (*File, error) {
	s := newScanner(r)
	if first, _ := s.r.Peek(1); len(first) > 0 && first[0] >= 0x80 {
		return nil, errors.New("format: line 1: want JSON in UTF-8, without a byte order mark")
	}
	f := &File{}
	seen := map[string]bool{}
	var graph graphText
	s.expect('{', "the schedule")
	for n := 0; s.more(n == 0, '}', "the schedule"); n++ {
		key := s.text("a key")
		if seen[key] {
			s.fail("key %.80q comes twice", key)
		}
		seen[key] = true
		s.colon(key)
		f.value(s, key, &graph)
		if s.err != nil {
			return nil, s.err
		}
	}
	if s.err == nil {
		s.end()
	}
	if s.err != nil {
		return nil, s.err
	}
	for _, key := range [...]string{"format", "task", "graph", "steps"} {
		if !seen[key] {
			return nil, fmt.Errorf("format: line %d: the key %q is missing", s.line, key)
		}
	}
	switch {
	case seen["template"] && seen["sends"]:
		return nil, fmt.Errorf("format: line %d: the file has both \"template\" and \"sends\", want one", s.line)
	case !seen["template"] && !seen["sends"]:
		return nil, fmt.Errorf("format: line %d: one of \"template\" and \"sends\" must be there", s.line)
	}
	f.Template = seen["template"]
	if f.Template && f.Rooted {
		return nil, fmt.Errorf("format: line %d: the schedule of one root is written as sends", s.line)
	}
	if f.Template && f.Model == sched.OneWay {
		return nil, fmt.Errorf("format: line %d: a one-way schedule is written as sends", s.line)
	}
	if err := f.form(); err != nil {
		return nil, err
	}
	var err error
	if f.Graph, err = graph.build(len(f.entries)); err != nil {
		return nil, err
	}
	if _, ok := f.Graph.(cayley.Cayley); f.Template && !ok {
		return nil, fmt.Errorf("format: line %d: a template needs a Cayley graph, \"hypercube\" or \"cayley\"; on %s the schedule is written as sends", graph.line, cayley.ShortName(f.Graph))
	}
	if p := f.Graph.Order(); f.Rooted && f.Root >= p {
		return nil, fmt.Errorf("format: line %d: root %d is not a vertex: they are 0 to %d", f.rootLine, f.Root, p-1)
	}
	return f, nil
}

// value reads the value of one key.
func (f *File) value(s *scanner, key string, graph *graphText) {
	switch key {
	case "format":
		if v := s.text(key); v != Version && s.err == nil {
			s.fail("format is %.80q: this reads %q", v, Version)
		}
	case "task":
		f.Task = sched.Task(s.oneOf(key, "broadcast", "accumulate", "exchange"))
	case "model":
		f.Model = sched.Model(s.oneOf(key, "two-way", "one-way"))
	case "graph":
		graph.read(s)
	case "scope":
		f.scope(s)
	case "root":
		f.Rooted, f.Root, f.rootLine = true, s.natural(key), s.line
	case "steps":
		f.Steps = s.natural(key)
	case "bound":
		f.Bound = s.natural(key)
	case "bound_kind":
		f.BoundKind = s.text(key)
	case "template", "sends":
		f.elements(s, key)
	default:
		s.fail("unknown key %.80q", key)
	}
}

func (s *scanner) oneOf(key string, names ...string) int {
	v := s.text(key)
	for i, n := range names {
		if v == n {
			return i
		}
	}
	s.fail("%s is %.80q, want one of %s", key, v, strings.Join(names, ", "))
	return 0
}

func (s *scanner) natural(key string) int {
	n := s.int(key)
	if n < 0 {
		s.fail("%s is %d: it cannot be negative", key, n)
	}
	return n
}
