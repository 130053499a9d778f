package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cayleycoll/cayleycoll/bench"
)

// The v-forms and allreducefunc, in turn with what a user would call where all blocks were
// alike or the operator one of the library's.

const formsNote = `All by direct, out of place. Bytes are those of the mean block: the blocks of a
v-form have from half to one and a half times as many and add up to those of the even form;
in an alltoallv, so do the blocks that each processor gives and those it gets. allreducefunc
adds with a loop in Go, on one processor.`

// formColls are those collectives, each after what it is compared with.
func formColls() (names []string) {
	for _, c := range bench.Measurable() {
		if form := bench.Form(c); form != c {
			names = append(names, form, c)
		}
	}
	return names
}

// formsTable has a row for each of them and size, out of place.
func (r *Report) formsTable() grid {
	t := grid{Caption: "v-forms beside even forms", Heads: heads("collective", "P", "bytes", "µs", "limit µs", "beside", "takes µs", "its limit µs")}
	for i := range r.Forms {
		row := &r.Forms[i]
		form := bench.Form(row.Coll)
		if row.InPlace || form == row.Coll {
			continue
		}
		line := []cell{{Text: row.Coll}, number(row.Procs), {bench.Size(row.Bytes), strconv.Itoa(row.Bytes)}, micro(row.P50), micro(row.Limit), {Text: form}, micro(0), micro(0)}
		for j := range r.Forms {
			if even := &r.Forms[j]; even.Coll == form && even.Procs == row.Procs && even.Bytes == row.Bytes && !even.InPlace {
				line[6], line[7] = micro(even.P50), micro(even.Limit)
			}
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func (r *Report) markdownForms(b *strings.Builder) {
	t := r.formsTable()
	fmt.Fprintf(b, "### %s\n\n", t.Caption)
	if len(t.Rows) > 0 {
		b.WriteString(formsNote + "\n\n")
		repeat(b, "bench --procs 8 --alg direct --coll "+strings.Join(formColls(), ","))
	}
	t.write(b)
}
