package report

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
)

// What a program would do otherwise, in turn with ours: all peers that are on the machine
// with few processors, those in Go with many. Then the same where programs use their vectors
// between the calls, longer ones, for which that makes a difference.

func peerPlans(o Options) []peers.Plan {
	few := peers.Full()
	few.Sizes, few.Rounds = []int{8, 4 * kib, 32 * kib, mib}, 9
	few.Case, few.Peer = 150*time.Millisecond, 15*time.Second
	many := few
	many.Procs, many.Sizes, many.Programs = []int{64}, []int{8, 4 * kib, 32 * kib}, peers.Programs()
	if o.Quick {
		many.Procs, many.Case = []int{8}, 40*time.Millisecond
		return []peers.Plan{many, fresh(many, 8, 32*kib)}
	}
	return []peers.Plan{few, many, fresh(few, 2, 4*kib, 32*kib, 256*kib), fresh(many, 8, 4*kib, 32*kib, 256*kib), fresh(many, 64, 4*kib, 32*kib)}
}

// fresh is that plan of such calls, with so many processors and these sizes. A barrier has no vectors.
func fresh(pl peers.Plan, procs int, sizes ...int) peers.Plan {
	pl.Fresh, pl.Procs, pl.Sizes = true, []int{procs}, sizes
	pl.Colls = slices.DeleteFunc(slices.Clone(pl.Colls), func(c string) bool { return c == "barrier" })
	return pl
}

// besides measures them.
func (r *Report) besides(ctx context.Context, o Options, plans []peers.Plan) error {
	for _, plan := range plans {
		plan.Tick = o.Tick
		res, err := peers.Measure(ctx, plan, func(what string) { o.Progress("measuring what other programs take: " + what) })
		rows, what := &r.Peers, "what other programs take"
		if plan.Fresh {
			rows, what = &r.Fresh, "what other programs take with vectors in use"
		}
		*rows = append(*rows, res.Rows...)
		for _, a := range res.Absent {
			if !slices.Contains(r.Absent, a) {
				r.Absent = append(r.Absent, a)
			}
		}
		r.Runs = append(r.Runs, Run{what, res.Meta})
		r.roundTrip()
		if err != nil {
			return err
		}
	}
	return nil
}

// peerProcs are the numbers of processors on which rows of theirs were measured.
func peerProcs(rows []peers.Row) (procs []int) {
	for i := range rows {
		if p := rows[i].Procs; !slices.Contains(procs, p) {
			procs = append(procs, p)
		}
	}
	return procs
}

// peersNote says what the programs are that were measured.
func (r *Report) peersNote() string {
	has := func(names ...string) bool {
		return slices.ContainsFunc(r.Peers, func(row peers.Row) bool { return slices.Contains(names, row.Peer) })
	}
	note := `Go: channels, sync.Cond, a WaitGroup and a mutex, atomics, and goroutines started for each
call; gonum's BLAS for the sums.`
	if has("openmp", "pthread") {
		note += ` In C: OpenMP, and pthreads that spin.`
	}
	if has("openmpi", "openmpi-nocma", "mpich", "mpich-posix") {
		note += ` Open MPI and MPICH
run as installed and with their best-known settings (openmpi-nocma, mpich-posix), with their
processes on the same cores; these poll, so they are slow where there are more of them than
cores.`
	}
	return note + ` All find their vectors where the previous call left them.`
}

// freshNote says how they were measured next.
const freshNote = `Where programs use their vectors: before each call every rank writes a word of each cache line of what it
gives, and after it reads a word of each line of what it gets. The times include that, ours and theirs.
Goroutines that wait for each other may take turns on one core: then nothing has to be fetched from
another core's cache, and nothing is done at the same time.`

// peerTables have, for each number of processors, our times and how many times as long the others take.
func peerTables(rows []peers.Row, where string) (tables []grid) {
	for _, p := range peerProcs(rows) {
		tables = append(tables, peerTable(rows, p, where))
	}
	return tables
}

func peerTable(rows []peers.Row, p int, where string) grid {
	var names []string
	for _, name := range peers.Names() {
		if slices.ContainsFunc(rows, func(row peers.Row) bool { return row.Procs == p && row.Peer == name }) {
			names = append(names, name)
		}
	}
	t := grid{Caption: fmt.Sprintf("P = %d%s: ours, and how many times as long others take", p, where), Heads: heads(append([]string{"collective", "bytes", "ours µs"}, names...)...)}
	for _, row := range rows {
		if row.Procs != p {
			continue
		}
		if row.Peer == peers.Ours {
			size := cell{"–", "0"} // of a barrier
			if row.Bytes > 0 {
				size = cell{bench.Size(row.Bytes), strconv.Itoa(row.Bytes)}
			}
			line := []cell{{Text: row.Coll}, size, micro(row.P50)}
			for range names {
				line = append(line, cell{Text: "–"})
			}
			t.Rows = append(t.Rows, line)
		} else {
			c := times(row.Ratio)
			if row.Wrong > 0 {
				c.Text = "wrong"
			}
			t.Rows[len(t.Rows)-1][3+slices.Index(names, row.Peer)] = c
		}
	}
	return t
}

// times is a cell of a ratio.
func times(x float64) cell {
	if x >= 100 {
		return cell{Text: fmt.Sprintf("%.0f", x)}
	}
	return cell{Text: fmt.Sprintf("%.1f", x)}
}

// inUse is the rest of a caption of the second tables.
const inUse = ", vectors in use"

// markdownPeers has the tables.
func (r *Report) markdownPeers(b *strings.Builder) {
	b.WriteString("## What other programs take\n\n")
	if len(r.Peers) == 0 {
		b.WriteString(notReached)
		return
	}
	b.WriteString(`What a program would do instead: its time over ours, so 2.0 is twice as long; medians of turns
in one run. [benchmarks.json](benchmarks.json) has the interval in which a ratio lies with 95 %
confidence, unless there was time for fewer than six turns.
` + r.peersNote() + "\n\n")
	writePeers(b, r.Peers, "peers", "")
	b.WriteString("### With vectors in use\n\n")
	if len(r.Fresh) == 0 {
		b.WriteString(notReached)
		return
	}
	b.WriteString(freshNote + "\n\n")
	writePeers(b, r.Fresh, "peers --fresh", inUse)
}

func writePeers(b *strings.Builder, rows []peers.Row, command, where string) {
	var commands []string
	for _, p := range peerProcs(rows) {
		commands = append(commands, fmt.Sprintf("%s --procs %d", command, p))
	}
	repeat(b, commands...)
	for _, t := range peerTables(rows, where) {
		fmt.Fprintf(b, "%s.\n\n", t.Caption)
		t.write(b)
	}
}
