package main

import (
	"errors"
	"fmt"
	"strings"
)

// ofMaking is an error of making a schedule that begins with the flag it is about: the
// graph, where it names no other.
func ofMaking(err error) error {
	if _, isAnswer := err.(answer); err == nil || isAnswer {
		return err
	}
	text := plain(err)
	switch {
	case strings.HasPrefix(text, "method "):
		return fmt.Errorf("--%s", text)
	case strings.HasPrefix(text, "--"):
		return errors.New(text)
	}
	return fmt.Errorf("--graph: %s", text)
}

// ofFormat is an error of writing a schedule that begins with --format if that is what
// cannot be had; one of the file stays as it is.
func ofFormat(form string, err error) error {
	if err == nil {
		return nil
	}
	switch text := err.Error(); {
	case strings.HasPrefix(text, "format: MSCCL cannot "): // the flag says MSCCL
		return fmt.Errorf("--format %s%s", form, strings.TrimPrefix(plain(err), "MSCCL"))
	case strings.HasSuffix(text, ": keep the template"): // too long to be written out
		return fmt.Errorf("--format %s: %s, as --format json does", form, plain(err))
	case strings.HasPrefix(text, "format: "), strings.HasPrefix(text, "sched: "): // sched's where there is no template, and json is as long
		return fmt.Errorf("--format %s: %s", form, plain(err))
	}
	return err
}
