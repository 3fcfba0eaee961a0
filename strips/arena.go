package strips

// arena stores distinct packed states, numbered from 0 in the order in which
// they came, each with the number of the state that it was reached from.
//
// States are compared word by word, so two of them are one exactly when they
// are equal; the hash only says where to look. Words lie in chunks that never
// move; the index is an open-addressing table of state numbers. A state costs
// 8 bytes a word, 4 bytes for its parent and 5.4 to 10.7 bytes of index.
type arena struct {
	words    int
	chunk    uint // log2 of the states a chunk
	chunks   [][]uint64
	parents  [][]uint32
	table    []uint32 // state number + 1, 0 is free
	n        int
	maxBytes int64
	bytes    int64
}

// maxStates is the number of states that 32-bit numbers can name.
const maxArenaStates = 1<<32 - 2

func newArena(words int, maxBytes int64) *arena {
	a := &arena{words: words, chunk: 10, maxBytes: maxBytes, table: make([]uint32, 1024)}
	a.bytes = 4 * 1024
	return a
}

// state returns the words of state i, not to be changed.
func (a *arena) state(i uint32) []uint64 {
	from := int(i&(1<<a.chunk-1)) * a.words
	return a.chunks[i>>a.chunk][from : from+a.words : from+a.words]
}

func (a *arena) parent(i uint32) uint32 { return a.parents[i>>a.chunk][i&(1<<a.chunk-1)] }

// insert stores s, reached from parent, unless it is there already. It returns
// false when that would need more than maxBytes.
func (a *arena) insert(s []uint64, parent uint32) bool {
	if 4*a.n >= 3*len(a.table) && !a.grow() {
		return false
	}
	at := int(hash(s) & uint64(len(a.table)-1))
	for a.table[at] != 0 {
		if a.equal(a.table[at]-1, s) {
			return true
		}
		at = (at + 1) & (len(a.table) - 1)
	}
	if a.n>>a.chunk == len(a.chunks) && !a.more() {
		return false
	}
	i := a.n & (1<<a.chunk - 1)
	copy(a.chunks[a.n>>a.chunk][i*a.words:], s)
	a.parents[a.n>>a.chunk][i] = parent
	a.n++
	a.table[at] = uint32(a.n)
	return true
}

// equal reports whether state i has exactly the words of s.
func (a *arena) equal(i uint32, s []uint64) bool {
	words := a.chunks[i>>a.chunk]
	from := int(i&(1<<a.chunk-1)) * a.words
	if words[from] != s[0] {
		return false
	}
	for w := 1; w < len(s); w++ {
		if words[from+w] != s[w] {
			return false
		}
	}
	return true
}

// more adds a chunk.
func (a *arena) more() bool {
	size := int64(8*a.words+4) << a.chunk
	if a.n >= maxArenaStates || a.bytes+size > a.maxBytes {
		return false
	}
	a.bytes += size
	a.chunks = append(a.chunks, make([]uint64, a.words<<a.chunk))
	a.parents = append(a.parents, make([]uint32, 1<<a.chunk))
	return true
}

// grow doubles the index. The old one counts until it is dropped.
func (a *arena) grow() bool {
	size := int64(8 * len(a.table))
	if a.bytes+size > a.maxBytes {
		return false
	}
	table := make([]uint32, 2*len(a.table))
	for i := range a.n {
		at := int(hash(a.state(uint32(i))) & uint64(len(table)-1))
		for table[at] != 0 {
			at = (at + 1) & (len(table) - 1)
		}
		table[at] = uint32(i + 1)
	}
	a.bytes += size / 2
	a.table = table
	return true
}
