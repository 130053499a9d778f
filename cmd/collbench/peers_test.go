package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
)

func TestPeers(t *testing.T) {
	code, out, errs := collbench("peers", "--quick", "--procs", "2", "--coll", "allreduce", "--sizes", "64B", "--peer", "go-cond,go-spawn", "--format", "json")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	var rows []peers.Row
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 || rows[0].Peer != peers.Ours || rows[1].Peer != "go-cond" || rows[2].Peer != "go-spawn" {
		t.Errorf("%+v", rows)
	}
	for _, r := range rows {
		if r.Wrong != 0 || r.P50 <= 0 || r.Ratio <= 0 {
			t.Errorf("%+v", r)
		}
	}
}

// TestPeersCompile: nothing is compiled for peers that are no programs in C.
func TestPeersCompile(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // what it would do is said all the same
	for names, want := range map[string]bool{"go-atomics": false, "go-atomics,pthread": true} {
		var out, errs strings.Builder
		run(ctx, &out, &errs, []string{"peers", "--quick", "--procs", "2", "--coll", "barrier", "--peer", names})
		if strings.Contains(errs.String(), "compiling") != want {
			t.Errorf("--peer %s: %s", names, errs.String())
		}
	}
}

// TestPeersIdle: a peer that is named and has none of the collectives is said to.
func TestPeersIdle(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // what it would do is said all the same
	for _, c := range []struct{ colls, peer, want string }{
		{"barrier", "go-cond,gonum-blas64", "not measured: gonum-blas64: it has no barrier\n"},
		{"barrier,alltoall", "go-cond,gonum-blas64", "not measured: gonum-blas64: it has no barrier and no alltoall\n"},
		{"barrier,allreduce", "gonum-blas64", ""},
	} {
		var out, errs strings.Builder
		run(ctx, &out, &errs, []string{"peers", "--quick", "--procs", "2,3", "--coll", c.colls, "--peer", c.peer})
		if n := strings.Count(errs.String(), "it has no"); c.want == "" && n > 0 || c.want != "" && (n != 1 || !strings.Contains(errs.String(), c.want)) {
			t.Errorf("--coll %s --peer %s: %s, want %q", c.colls, c.peer, errs.String(), c.want)
		}
	}
}

func TestPeersBadInput(t *testing.T) {
	refused(t, "", []refusal{
		{"peers --coll scan", "--coll is \"scan\", want one of barrier, "},
		{"peers --peer gloo", "--peer is \"gloo\", want one of go-channels, "},
		{"peers --procs 0", "--procs is 0, want 1 to 256"},
		{"peers --procs x", "--procs is \"x\", want whole numbers"},
		{"peers --sizes 12B", "--sizes is 12 B, want multiples of 8 B"},
		{"peers --sizes 0B", "--sizes is \"0B\""},
		{"peers --coll=", "--coll is empty; give a value (see "},
		{"peers --peer=", "--peer is empty; give a value (see "},
		{"peers --sizes=", "--sizes is empty; give a value (see "},
		{"peers --format benchstat", "--format is \"benchstat\", want one of text"},
		{"bench --alg file", "--alg is \"file\", want one of "},
		{"peers --peer gonum-blas64 --coll barrier --quick", "--peer gonum-blas64: it has no barrier; want --coll allreduce or reducescatter\n"},
		{"peers --procs 99999999999999999999", "too large, want 1 to 256\n"},
		{"bench --type int16", "--type is \"int16\", want one of float64,"},
	})
}

// TestBenchMeta: what goes for the run is in a file of its own; types, the
// library's choice and unchecked runs work.
func TestBenchMeta(t *testing.T) {
	file := filepath.Join(t.TempDir(), "meta.json")
	code, out, errs := collbench("bench", "--quick", "--procs", "2", "--coll", "allreduce,alltoall", "--alg", "auto", "--sizes", "64B",
		"--type", "int32", "--check=false", "--format", "json", "--meta", file)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	var rows []bench.Row
	if err := json.Unmarshal([]byte(out), &rows); err != nil || len(rows) != 4 {
		t.Fatalf("%v, %d rows", err, len(rows))
	}
	for _, r := range rows {
		if r.Type != "int32" || r.Alg != "auto" || r.Incomplete {
			t.Errorf("%+v", r)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var m bench.Meta
	if err := json.Unmarshal(b, &m); err != nil || !m.Complete {
		t.Errorf("%v, %+v", err, m)
	}
	if strings.Contains(errs, "noisy machine") != (m.Noisy != "") {
		t.Errorf("%q on stderr, %q in the file", errs, m.Noisy)
	}
}

// TestBenchMetaUnwritten: if the facts cannot be written the results are there all the same; if
// the results cannot, that is said.
func TestBenchMetaUnwritten(t *testing.T) {
	args := []string{"bench", "--quick", "--coll", "barrier", "--procs", "2"}
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil { // Linux
		full.Close()
		code, out, errs := collbench(append(args, "--meta", "/dev/full")...)
		if want := "\ncollbench: --meta: /dev/full: no space left on device\n"; code != 2 || !strings.Contains(out, "barrier") || !strings.HasSuffix(errs, want) {
			t.Errorf("exit %d, %q, %q, want %q", code, out, errs, want)
		}
	}
	r, w := io.Pipe()
	r.CloseWithError(errors.New("disk full"))
	var errs strings.Builder
	if code := run(t.Context(), w, &errs, args); code != 2 || !strings.HasSuffix(errs.String(), "\ncollbench: disk full\n") {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}
