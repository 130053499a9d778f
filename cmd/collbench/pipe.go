//go:build unix

package main

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// catchPipe lets a write to stdout or stderr fail where nobody reads them any more. Else
// SIGPIPE would end the process there, with temporary files left and results not written.
// It is not ignored: what the process starts would inherit that.
func catchPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// unread reports whether nobody reads what could not be written.
func unread(err error) bool { return errors.Is(err, syscall.EPIPE) }
