// Package canonjson reads JSON strictly and writes it canonically.
//
// Parse refuses what two readers could understand differently or not at all:
// repeated member names, NaN and the infinities, numbers that overflow to
// infinity, lone surrogates, a byte order mark, invalid UTF-8, trailing data
// and nesting over a bound. Each refusal has a code and a line and column.
//
// A Value keeps members in the order of the document, numbers as they were
// written and the byte range of every value, so that a file can be edited in
// place. Append writes the canonical bytes that hashes are taken of.
//
// The numeric and string rules are those of plan-auditor 2.6.3 (Python's
// json.dumps with sorted keys, compact separators and raw non-ASCII), which
// existing hashes were made with.
package canonjson
