package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/cayleycoll/cayleycoll/coll"
)

// readSchedules reads the files of --schedule and is the machine that carries them out; nil if there
// are none.
func readSchedules(ctx context.Context, names []string, stdin io.Reader) (*coll.Config, error) {
	var all *coll.Config
	served := map[[2]any]string{} // by task and whether it is of one root, the file
	for _, name := range names {
		f, s, err := readSchedule(ctx, name, stdin)
		invalid, judged := err.(answer)
		switch {
		case errors.Is(err, errInterrupted):
			return nil, interrupted("nothing was measured")
		case judged:
			return nil, fmt.Errorf("--schedule: %s: invalid: %s", shown(name), string(invalid))
		case err != nil:
			return nil, fmt.Errorf("--schedule: %w", err)
		case !f.Scope.All():
			return nil, fmt.Errorf("--schedule: %s serves some distances only; want one that serves all, made without --within and --at", shown(name))
		case f.Rooted && f.Root != 0:
			return nil, fmt.Errorf("--schedule: %s has root %d; want root 0, the one that is measured", shown(name), f.Root)
		case all == nil:
			all = &coll.Config{P: f.Graph.Order(), Graph: f.Graph}
		case f.Graph.Order() != all.P:
			return nil, fmt.Errorf("--schedule: %s is for %d processors, and %s for %d; want files for the same number", shown(name), f.Graph.Order(), shown(names[0]), all.P)
		}
		is := [2]any{f.Task, f.Rooted}
		if other, twice := served[is]; twice {
			return nil, fmt.Errorf("--schedule: %s and %s are for the same task, %v; leave one out", shown(other), shown(name), f.Task)
		}
		served[is] = name
		all.Schedules = append(all.Schedules, s)
	}
	return all, nil
}
