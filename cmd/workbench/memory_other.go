//go:build !linux

package main

// machineMemory is the machine's memory in bytes, 0 when it cannot be told.
func machineMemory() int64 { return 0 }
