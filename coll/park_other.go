//go:build !linux

package coll

func newThreadParker(h *host) parker { return newGoParker(h) }
