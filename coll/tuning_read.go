package coll

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// maxTuningBytes bounds a file that claims to be a tuning table.
const maxTuningBytes = 1 << 20

// ReadTuning reads a tuning table, as collbench tune writes it, of at most 1 MiB:
//
//	{"format":"cayleycoll/tuning/1","stream_bytes":33554432,"rules":[
//	 {"coll":"alltoall","procs":[8,16],"bytes":[0,256],"type":"float64","alg":"bruck"}]}
//
// stream_bytes is Tuning.StreamBytes. In a rule, coll is Rule.Collective, alg is Rule.Algorithm,
// and procs, bytes and type are the fields of these names. "machine" may say where a table was
// measured. format, rules, coll and alg must be there. A repeated or unknown key is an error, and
// so is a rule for spectral or file. The error wraps ErrUsage, unless it comes from r, and names
// the line, the rule (counted from 0) and what would be right.
func ReadTuning(r io.Reader) (*Tuning, error) { return readTuning(r, "") }

// readTuning is ReadTuning of a file of that name.
func readTuning(r io.Reader, name string) (*Tuning, error) {
	if r == nil {
		return nil, usage("ReadTuning without a file")
	}
	text, err := io.ReadAll(io.LimitReader(r, maxTuningBytes+1))
	switch {
	case err != nil && name == "":
		return nil, fmt.Errorf("coll: tuning table: %w", err)
	case err != nil:
		return nil, usage("%s: %v", name, err)
	}
	f := tuningReader{name: name, text: text, dec: json.NewDecoder(bytes.NewReader(text)), rule: -1}
	f.dec.UseNumber()
	if len(text) > maxTuningBytes {
		f.fail(0, "the table has more than %d bytes", maxTuningBytes)
	}
	t := f.table()
	if f.err != nil {
		return nil, f.err
	}
	return t, nil
}

// table reads the whole.
func (f *tuningReader) table() *Tuning {
	t := &Tuning{}
	f.object("the table", []string{"format", "rules"}, func(key string) {
		switch key {
		case "format":
			if v := f.string(key); v != tuningFormat {
				f.wrong("format is %.80q, want %q", v, tuningFormat)
			}
		case "machine":
			f.string(key)
		case "stream_bytes":
			t.StreamBytes = f.number(key, 64)
		case "rules":
			f.list(key, "a list of rules", func() {
				f.rule = len(t.Rules)
				t.Rules = append(t.Rules, f.row())
				f.rule = -1
			})
		default:
			f.wrong("unknown key %.80q; a table has format, machine, stream_bytes and rules", key)
		}
	})
	if f.err == nil {
		if _, err := f.dec.Token(); err != io.EOF {
			f.wrong("something follows the table")
		}
	}
	return t
}

// row reads a rule.
func (f *tuningReader) row() (r Rule) {
	begun := f.object("the rule", []string{"coll", "alg"}, func(key string) {
		switch key {
		case "coll":
			r.Collective = f.string(key)
		case "procs":
			p := f.pair(key, strconv.IntSize)
			r.Procs = [2]int{int(p[0]), int(p[1])}
		case "bytes":
			r.Bytes = f.pair(key, 64)
		case "type":
			r.Type = f.string(key)
		case "alg":
			r.Algorithm = Algorithm(f.string(key))
		default:
			f.wrong("unknown key %.80q; a rule has coll, procs, bytes, type and alg", key)
		}
	})
	if f.err == nil {
		if err := r.check(); err != nil {
			f.fail(begun, "%v", err)
		}
	}
	return r
}
