package coll

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
)

// tuningFormat is the format key of a tuning table.
const tuningFormat = "cayleycoll/tuning/1"

// tuningFile is a tuning table as JSON; tuning_read.go reads it.
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

// Write writes the table as ReadTuning reads it; machine says where it was
// measured.
func (t *Tuning) Write(w io.Writer, machine string) error {
	f := tuningFile{Format: tuningFormat, Machine: machine, Stream: t.StreamBytes, Rules: []tuningRow{}}
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
		return nil, usage("%stuning table: %s is not a regular file; want one that collbench tune wrote", named, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usage("%stuning table: %v; want a file that collbench tune wrote", named, err)
	}
	defer f.Close()
	return readTuning(f, named+path)
}
