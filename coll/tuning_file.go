package coll

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// TuningVersion is the format key of a tuning table.
const TuningVersion = "cayleycoll/tuning/1"

// tuningFile is a tuning table as JSON.
type tuningFile struct {
	Format  string      `json:"format"`
	Machine string      `json:"machine,omitempty"`
	Stream  int64       `json:"stream_bytes,omitempty"`
	Rules   []tuningRow `json:"rules"`
}

type tuningRow struct {
	Coll  string    `json:"coll"`
	Procs []int     `json:"procs"`
	Bytes []int64   `json:"bytes"`
	Type  string    `json:"type,omitempty"`
	Alg   Algorithm `json:"alg"`
}

// maxTuningBytes bounds a file that claims to be a tuning table.
const maxTuningBytes = 1 << 20

// ReadTuning reads a tuning table, as collbench tune writes it:
//
//	{"format":"cayleycoll/tuning/1","stream_bytes":33554432,"rules":[
//	 {"coll":"alltoall","procs":[8,16],"bytes":[0,256],"type":"float64","alg":"bruck"}]}
//
// which are the fields of Tuning and of Rule. The error names the line or the rule and
// what would be right.
func ReadTuning(r io.Reader) (*Tuning, error) {
	if r == nil {
		return nil, usage("ReadTuning without a file")
	}
	text, err := io.ReadAll(io.LimitReader(r, maxTuningBytes+1))
	if err != nil {
		return nil, fmt.Errorf("coll: tuning table: %w", err)
	}
	if len(text) > maxTuningBytes {
		return nil, fmt.Errorf("coll: tuning table of more than %d bytes", maxTuningBytes)
	}
	var f tuningFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		at, why := wrongJSON(text, d.InputOffset(), err)
		return nil, fmt.Errorf("coll: tuning table, line %d: %s", 1+bytes.Count(text[:min(at, int64(len(text)))], []byte("\n")), why)
	}
	if d.Decode(new(any)) != io.EOF {
		return nil, errors.New("coll: tuning table: something follows the object")
	}
	if f.Format != TuningVersion {
		return nil, fmt.Errorf("coll: tuning table: format is %q, want %q", f.Format, TuningVersion)
	}
	if f.Rules == nil {
		return nil, fmt.Errorf(`coll: tuning table: no "rules", want a list, [] for none`)
	}
	t := &Tuning{StreamBytes: f.Stream}
	for i, r := range f.Rules {
		rule := Rule{Collective: r.Coll, Type: r.Type, Algorithm: r.Alg}
		if copy(rule.Procs[:], r.Procs) != len(r.Procs) || len(r.Procs) == 1 || copy(rule.Bytes[:], r.Bytes) != len(r.Bytes) || len(r.Bytes) == 1 {
			return nil, fmt.Errorf("coll: tuning table, rule %d: procs are %v and bytes %v, want two numbers each, from and to, or none for any", i, r.Procs, r.Bytes)
		}
		t.Rules = append(t.Rules, rule)
	}
	if err := t.check(); err != nil {
		return nil, fmt.Errorf("coll: tuning table, %w", err)
	}
	return t, nil
}

// wrongJSON is where in the text, of which so much has been read, and what is wrong.
func wrongJSON(text []byte, read int64, err error) (at int64, why string) {
	var syntax *json.SyntaxError
	var value *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return 0, "there is nothing, want an object"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return int64(len(text)), "the object does not end"
	case errors.As(err, &syntax):
		return syntax.Offset, err.Error()
	case errors.As(err, &value):
		return value.Offset, fmt.Sprintf("%s is %s, want %s", cmp.Or(value.Field, "the table"), article(value.Value), wanted(value.Type))
	}
	if _, name, ok := strings.Cut(err.Error(), "unknown field "); ok {
		if i := bytes.Index(text, []byte(name)); i >= 0 {
			read = int64(i)
		}
		return read, "unknown field " + name + "; a table has format, machine, stream_bytes and rules, a rule coll, procs, bytes, type and alg"
	}
	return read, err.Error()
}

// article is a type of JSON as a noun: "an array".
func article(of string) string {
	if strings.IndexByte("aeiou", of[0]) >= 0 {
		return "an " + of
	}
	return "a " + of
}

// wanted is the JSON that a part of a tuning table takes.
func wanted(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Struct:
		return "an object"
	case t.Kind() == reflect.String:
		return "a string"
	case t == reflect.TypeFor[[]tuningRow]():
		return "a list of rules"
	case t.Kind() == reflect.Slice:
		return "two numbers, from and to"
	}
	return "a whole number"
}

// Write writes the table as ReadTuning reads it; machine says where it was
// measured.
func (t *Tuning) Write(w io.Writer, machine string) error {
	f := tuningFile{Format: TuningVersion, Machine: machine, Stream: t.StreamBytes, Rules: []tuningRow{}}
	for _, r := range t.Rules {
		f.Rules = append(f.Rules, tuningRow{r.Collective, r.Procs[:], r.Bytes[:], r.Type, r.Algorithm})
	}
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// TuningPath is the file that New reads where Config.Tuning is nil: the one that
// the environment variable CAYLEYCOLL_TUNING names, else cayleycoll/tuning.json in
// the user's configuration directory (os.UserConfigDir) if it is there.
func TuningPath() string {
	if p := os.Getenv("CAYLEYCOLL_TUNING"); p != "" {
		return p
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "cayleycoll", "tuning.json")
}

// installedTuning is the table of that file, the built-in one where there is
// none, or none that this user may look for. A file that the environment names must be
// there.
func installedTuning() (*Tuning, error) {
	path := TuningPath()
	if path == "" {
		return &Tuning{}, nil
	}
	named := ""
	if os.Getenv("CAYLEYCOLL_TUNING") != "" {
		named = "CAYLEYCOLL_TUNING: "
	}
	switch info, err := os.Stat(path); { // before opening: opening a pipe would wait
	case err != nil && named == "":
		return &Tuning{}, nil
	case err == nil && !info.Mode().IsRegular():
		return nil, usage("%stuning table: %s is no regular file; want one that collbench tune wrote", named, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usage("%stuning table: %v; want a file that collbench tune wrote", named, err)
	}
	defer f.Close()
	t, err := ReadTuning(f)
	if err != nil {
		return nil, usage("%s%s: %s", named, path, strings.TrimPrefix(err.Error(), "coll: "))
	}
	return t, nil
}
