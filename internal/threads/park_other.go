//go:build !linux

package threads

// NewParker is a parker for a thread.
func NewParker(ready func() bool) Parker { return NewGoParker(ready) }
