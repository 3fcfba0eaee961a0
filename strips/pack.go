package strips

import "math/bits"

// packing says how a state of a task is packed into 64-bit words, and gives
// each operator and each fact at stake as masks over these words.
//
// The state of a search is (operators run, facts true). Packed are
//
//   - one bit for each operator: it has run;
//   - one bit for each fact that an operator deletes;
//   - one bit for each other fact that is a precondition, not initially true
//     and added by several operators.
//
// All other facts follow from the first group: a fact that nothing deletes is
// true when it is so initially or when an adder has run. Two states are
// therefore equal exactly when their packed words are.
type packing struct {
	words int         // words a state
	start []uint64    // the initial state
	all   []mask      // bits of all operators
	ops   []packedOp  // by operator
	stake []factStake // facts that the prune test looks at
	goals []mask      // bits that must be set at the end
	// impossible: a goal, or a precondition that only its own step adds, can
	// never be true, whatever runs.
	impossible bool
}

// mask is the non-zero part of a bit set in one word.
type mask struct {
	word int32
	bits uint64
}

// packedOp is an operator over packed states: it can run when its own bit is
// clear and all bits of need are set; running it clears and then sets bits.
type packedOp struct {
	need  []mask
	clear []mask
	set   []mask
}

// factStake is a fact that can become false, with the operators that use it.
type factStake struct {
	bit       mask
	goal      bool
	adders    []mask // operator bits
	consumers []mask // operator bits
}

// pack lays out the bits of t.
func (t *Task) pack() *packing {
	n := len(t.Ops)
	adders := make([][]int32, len(t.Facts))
	consumers := make([][]int32, len(t.Facts))
	deleted := make([]bool, len(t.Facts))
	for i := range t.Ops {
		for _, f := range t.Ops[i].Add {
			adders[f] = append(adders[f], int32(i))
		}
		for _, f := range t.Ops[i].Pre {
			consumers[f] = append(consumers[f], int32(i))
		}
		for _, f := range t.Ops[i].Del {
			deleted[f] = true
		}
	}
	initial := make([]bool, len(t.Facts))
	for _, f := range t.Init {
		initial[f] = true
	}

	bit := make([]int32, len(t.Facts)) // of packed facts, else -1
	next := int32(n)
	for f := range t.Facts {
		bit[f] = -1
		if deleted[f] || !initial[f] && len(consumers[f]) > 0 && len(adders[f]) > 1 {
			bit[f] = next
			next++
		}
	}
	p := &packing{words: max(1, int(next+63)/64), all: firstBits(n)}
	p.start = make([]uint64, p.words)
	for f := range t.Facts {
		if initial[f] && bit[f] >= 0 {
			p.start[bit[f]/64] |= 1 << (bit[f] % 64)
		}
	}

	p.ops = make([]packedOp, n)
	for i := range t.Ops {
		op := &t.Ops[i]
		var need, clear, set maskSet
		for _, d := range op.Deps {
			need.add(d)
		}
		for _, f := range op.Pre {
			switch {
			case bit[f] >= 0:
				need.add(bit[f])
			case !initial[f] && len(adders[f]) == 1:
				need.add(adders[f][0]) // its only adder has run; itself: never
			case !initial[f]:
				need.add(int32(i)) // nothing adds it: never
			}
		}
		for _, f := range op.Del {
			clear.add(bit[f])
		}
		set.add(int32(i))
		for _, f := range op.Add {
			if bit[f] >= 0 {
				set.add(bit[f])
			}
		}
		p.ops[i] = packedOp{need.masks, clear.masks, set.masks}
	}

	isGoal := make([]bool, len(t.Facts))
	var goals maskSet
	for _, f := range t.Goal {
		isGoal[f] = true
		if bit[f] >= 0 {
			goals.add(bit[f])
		} else if !initial[f] && len(adders[f]) == 0 {
			p.impossible = true
		}
	}
	p.goals = goals.masks
	for f := range t.Facts {
		if deleted[f] && (isGoal[f] || len(consumers[f]) > 0) {
			p.stake = append(p.stake, factStake{
				bit:  oneBit(bit[f]),
				goal: isGoal[f], adders: masksOf(adders[f]), consumers: masksOf(consumers[f]),
			})
		} else if !deleted[f] && !initial[f] && len(adders[f]) == 1 {
			for _, c := range consumers[f] {
				p.impossible = p.impossible || c == adders[f][0]
			}
		}
	}
	return p
}

// hopeless is the prune test: no completion exists from state s, because a
// missing goal has no adder left, or a remaining operator misses a
// precondition that no other remaining operator adds.
//
// Facts that nothing deletes need no look at the state: while such a fact is
// false none of its adders has run, so all of them remain; what can then be
// wrong (no adder, or only the consumer itself) is wrong from the start, which
// is p.impossible.
func (p *packing) hopeless(s []uint64) bool {
	if p.impossible {
		return true
	}
	for i := range p.stake {
		f := &p.stake[i]
		if s[f.bit.word]&f.bit.bits != 0 {
			continue
		}
		adders, only := remaining(f.adders, s)
		if adders == 0 && (f.goal || anyRemaining(f.consumers, s)) {
			return true
		}
		if adders == 1 && consumes(f.consumers, only) {
			return true
		}
	}
	return false
}

// remaining counts the operators of ms that have not run in s, up to 2, and
// returns the bit of the last one.
func remaining(ms []mask, s []uint64) (n int, only mask) {
	for _, m := range ms {
		if rest := m.bits &^ s[m.word]; rest != 0 {
			if n > 0 || rest&(rest-1) != 0 {
				return 2, only
			}
			n, only = 1, mask{m.word, rest}
		}
	}
	return n, only
}

func anyRemaining(ms []mask, s []uint64) bool {
	for _, m := range ms {
		if m.bits&^s[m.word] != 0 {
			return true
		}
	}
	return false
}

func consumes(ms []mask, op mask) bool {
	for _, m := range ms {
		if m.word == op.word && m.bits&op.bits != 0 {
			return true
		}
	}
	return false
}

// holds reports whether all bits of ms are set in s.
func holds(ms []mask, s []uint64) bool {
	for _, m := range ms {
		if s[m.word]&m.bits != m.bits {
			return false
		}
	}
	return true
}

// maskSet collects bits into masks, one a word.
type maskSet struct{ masks []mask }

func (m *maskSet) add(bit int32) {
	b := oneBit(bit)
	for i := range m.masks {
		if m.masks[i].word == b.word {
			m.masks[i].bits |= b.bits
			return
		}
	}
	m.masks = append(m.masks, b)
}

func oneBit(bit int32) mask { return mask{bit / 64, 1 << (bit % 64)} }

func masksOf(ids []int32) []mask {
	var m maskSet
	for _, id := range ids {
		m.add(id)
	}
	return m.masks
}

// firstBits is the set {0 … n-1}.
func firstBits(n int) []mask {
	var ms []mask
	for w := 0; w*64 < n; w++ {
		ms = append(ms, mask{int32(w), ^uint64(0) >> (64 - min(64, n-w*64))})
	}
	return ms
}

// hash mixes the words of a state.
func hash(s []uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, w := range s {
		hi, lo := bits.Mul64(h^w, 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	return h
}
