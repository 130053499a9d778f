// Package race tells whether the race detector looks on. It slows tests, and reports what some do on
// purpose; and it does not see what is read as bytes.
package race
