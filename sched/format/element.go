package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// bad is the error of element i of a template.
func (f *File) bad(i int, format string, args ...any) error {
	return fmt.Errorf("format: %s: %s", f.element(i), fmt.Sprintf(format, args...))
}

// element names element i of a template, as a reader of the file finds it.
func (f *File) element(i int) string {
	e, dst := f.entries[i], ""
	if f.Task == sched.Exchange {
		dst = fmt.Sprintf(",%d", e.Dst)
	}
	return fmt.Sprintf("%s [%d,%d,%d%s]", nth("template", i), e.Time, e.From, e.To, dst)
}

// elementFault is a sched.Fault that begins with the element of the file that it is about.
type elementFault struct {
	element string
	err     error
}

func (e elementFault) Error() string {
	return "format: " + e.element + ": " + strings.TrimPrefix(e.err.Error(), "sched: ")
}

func (e elementFault) Unwrap() error { return e.err }

// inFile names the element that a complaint about a template is about, if it is about one;
// a complaint about a send names the send itself.
func (f *File) inFile(s sched.Schedule, err error) error {
	var at *sched.Fault
	if !errors.As(err, &at) {
		return err
	}
	i := -1
	switch t := s.(type) {
	case *sched.Template:
		again := t.VerifyIn(func(yield func(v int) bool) { // as the file has them
			for _, e := range f.entries {
				if !yield(f.serves(t.Graph, e)) {
					return
				}
			}
		})
		if errors.As(again, &at) {
			err = again
		}
		i = slices.IndexFunc(f.entries, func(e sched.Send) bool { return f.serves(t.Graph, e) == at.Vertex })
	case *sched.ExchangeTemplate:
		if at.Entry >= 0 {
			i = f.hop(at.Vertex, at.Entry-t.Start[at.Vertex])
		}
	}
	if i < 0 {
		return err
	}
	return elementFault{f.element(i), err}
}

// serves is the vertex that an element of the template of a broadcast or an accumulation
// serves.
func (f *File) serves(g cayley.Cayley, e sched.Send) int {
	if f.Task == sched.Broadcast {
		return g.Neighbor(int(e.From), int(e.To))
	}
	return int(e.From)
}

// hop is the element that is the n-th of those of the word for dst, by rising time.
func (f *File) hop(dst, n int) int {
	var word []int
	for i, e := range f.entries {
		if int(e.Dst) == dst {
			word = append(word, i)
		}
	}
	slices.SortStableFunc(word, func(a, b int) int { return int(f.entries[a].Time) - int(f.entries[b].Time) })
	return word[n]
}
