//go:build unix

package fastdownward_test

import "workbench/strips"

// chain is a contract of two steps that can only run as 1, 2.
func chain() (*strips.Contract, strips.Dependencies) {
	return &strips.Contract{
		Initial: []string{"start"},
		Goals:   []string{"end"},
		Actions: []strips.Action{
			{Step: 1, Pre: []string{"start"}, Add: []string{"middle"}},
			{Step: 2, Pre: []string{"middle"}, Add: []string{"end"}},
		},
	}, strips.Dependencies{{Step: 1}, {Step: 2, On: []int64{1}}}
}

// thief is a contract whose two steps need the one token that each takes.
func thief() (*strips.Contract, strips.Dependencies) {
	return &strips.Contract{
		Initial: []string{"token"},
		Goals:   []string{"token"},
		Actions: []strips.Action{
			{Step: 1, Pre: []string{"token"}, Del: []string{"token"}},
			{Step: 2, Pre: []string{"token"}, Del: []string{"token"}},
		},
	}, nil
}
