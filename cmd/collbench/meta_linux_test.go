package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMetaToNobody: an interrupted bench does not wait for somebody to read --meta.
func TestMetaToNobody(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	done := make(chan int, 1)
	var out, said bytes.Buffer
	go func() {
		done <- run(ctx, &out, &said, []string{"bench", "--procs", "2", "--sizes", "8B", "--coll", "allreduce", "--meta", pipe})
	}()
	select {
	case code := <-done:
		if code != 2 || !strings.Contains(said.String(), "and nothing to "+pipe) {
			t.Errorf("%d, %s", code, said.String())
		}
	case <-time.After(20 * time.Second):
		t.Error("it waits for a reader")
	}
}
