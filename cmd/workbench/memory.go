package main

import (
	"strconv"
	"strings"

	"workbench/internal/diag"
)

// memoryLimit reads a size such as 512M or 4G (units of 1024; no unit means
// bytes). "" is half of the machine's memory, or 0 for the solver's own
// default where that cannot be told.
func memoryLimit(s string) (int64, error) {
	if s == "" {
		return machineMemory() / 2, nil
	}
	digits := strings.TrimRight(strings.ToUpper(s), "KMGTIB")
	unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s[len(digits):]), "B"), "I")
	shift, known := map[string]uint{"": 0, "K": 10, "M": 20, "G": 30, "T": 40}[unit]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || !known || n < 1 || n > 1<<62>>shift {
		return 0, diag.List{{Code: "usage", Message: "--memory is a size such as 512M or 4G, not " + strconv.Quote(s)}}
	}
	return n << shift, nil
}
