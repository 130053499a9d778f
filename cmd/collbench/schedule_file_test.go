package main

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestScheduleFilePage: verify says of every file of the page that describes the format
// what the page says, and a machine follows its exchange.
func TestScheduleFilePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/schedule-file.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), "\r", "")
	files := regexp.MustCompile("(?s)\n```json\n(.*?)```\n\n```text\n(.*?)```\n").FindAllStringSubmatch(text, -1)
	if len(files) < 8 || len(files) != strings.Count(text, "\n```json\n") {
		t.Fatalf("%d files with what verify prints", len(files))
	}
	for _, f := range files {
		name := file(t, f[1])
		if code, out, errs := collbench("verify", name); code != 0 || out != name+": "+f[2] || errs != "" {
			t.Errorf("exit %d, %s%s of\n%s", code, out, errs, f[1])
		}
	}
	for _, command := range []string{"verify", "schedule"} {
		if _, out, _ := collbench(command, "--help"); !strings.Contains(out, "docs/schedule-file.md") {
			t.Errorf("the help of %s does not name the page", command)
		}
	}
	i := slices.IndexFunc(files, func(f []string) bool {
		return strings.Contains(f[1], `"exchange"`) && strings.Contains(f[1], `"template"`)
	})
	s, err := coll.FromSchedule(strings.NewReader(files[i][1]))
	if err != nil {
		t.Fatal(err)
	}
	m, err := coll.New(coll.Config{P: 4, Schedules: []sched.Schedule{s}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		r := float64(10 * p.Rank())
		blocks := []float64{r, r + 1, r + 2, r + 3}
		coll.Alltoall(p.Using(coll.File), blocks, blocks)
		for q, got := range blocks {
			if want := float64(10*q + p.Rank()); got != want {
				t.Errorf("rank %d has %v from %d, want %v", p.Rank(), got, q, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
