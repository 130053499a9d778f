//go:build !linux

package coll

func newThreadParker() parker { return newGoParker() }
