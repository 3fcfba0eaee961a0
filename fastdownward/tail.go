package fastdownward

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// tail keeps the last bytes that were written to it, in fixed memory.
type tail struct {
	mu    sync.Mutex
	ring  []byte
	limit int
	next  int // where the next byte goes once the ring is full
}

func newTail(limit int) *tail { return &tail{limit: limit} }

// Write takes everything and never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	p = p[max(0, n-t.limit):]
	if room := t.limit - len(t.ring); room > 0 {
		k := min(room, len(p))
		t.ring = append(t.ring, p[:k]...)
		p = p[k:]
	}
	for len(p) > 0 {
		k := copy(t.ring[t.next:], p)
		t.next = (t.next + k) % t.limit
		p = p[k:]
	}
	return n, nil
}

// String returns what is kept as UTF-8. What was cut through at the start is
// dropped, other stray bytes are replaced.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := string(t.ring[t.next:]) + string(t.ring[:t.next])
	if len(t.ring) == t.limit {
		for i := 0; i < utf8.UTFMax-1 && s != "" && !utf8.RuneStart(s[0]); i++ {
			s = s[1:]
		}
	}
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}
