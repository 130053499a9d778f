//go:build race

package buffers

const raceEnabled = true
