package asm

// Variant returns the variant in force.
func Variant() string { return "generic" }

// Variants returns the variants this processor can run, best first.
func Variants() []string { return []string{"generic"} }

// Features describes what the choice of the variant was based on.
func Features() string { return "" }

// Err reports why CAYLEYCOLL_KERNEL was not obeyed, or nil.
func Err() error { return nil }
