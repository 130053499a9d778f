//go:build !js

package main

import (
	"os"
	"syscall"
)

var hangup os.Signal = syscall.SIGHUP
