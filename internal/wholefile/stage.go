// Package wholefile writes files that are there whole or not at all.
package wholefile

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
)

// Stage writes content to a new file beside path, .NAME.RANDOM.tmp, and
// returns the new file's path: renaming it to path then replaces the old file
// in one step. The file is new (never an existing one, never through a link),
// prepare, unless nil, may set its mode and owner (it is 0600 before), and its
// content is on the disk when Stage returns. After an error nothing is left.
func Stage(path string, content []byte, prepare func(*os.File) error) (temp string, err error) {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	dir, base := filepath.Split(path)
	temp = filepath.Join(dir, "."+base+"."+hex.EncodeToString(random[:])+".tmp")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	if err == nil && prepare != nil {
		err = prepare(f)
	}
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = os.Remove(temp)
		return "", err
	}
	return temp, nil
}
