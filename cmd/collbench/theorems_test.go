package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestTheorems(t *testing.T) {
	c := theoremsCommand()
	var out, errs bytes.Buffer
	c.SetOut(&out)
	c.SetErr(&errs)
	c.SetArgs([]string{"--max-d", "4", "--json"})
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	if errs.Len() > 0 {
		t.Errorf("all holds, and yet: %s", errs.String())
	}
	var rows []struct {
		Item     string
		Verified bool
	}
	if err := json.Unmarshal(out.Bytes(), &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !r.Verified {
			t.Error(r.Item)
		}
	}
	for _, d := range []string{"0", "21", "x"} {
		c := theoremsCommand()
		c.SilenceUsage, c.SilenceErrors = true, true
		c.SetOut(io.Discard)
		c.SetErr(io.Discard)
		c.SetArgs([]string{"--max-d", d})
		if err := c.Execute(); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("--max-d %s: %v, want one line", d, err)
		}
	}
}
