package adjudicator

import (
	"net/url"
	"path"
	"strings"
)

// FileSystem is what the monitor may look up. Both answers must not change
// while a call is judged. Paths are absolute and clean, with "/" between
// components, and with "/c:" for a drive of Windows.
type FileSystem interface {
	// Readlink returns the target of the symbolic link that stands at the
	// path; isLink is false if there is none. An error means that it cannot
	// be told: the write is then undecided.
	Readlink(path string) (target string, isLink bool, err error)
	// CaseSensitive reports whether two names that differ in case are
	// certainly two files.
	CaseSensitive() bool
}

// Place is where relative paths are resolved.
type Place struct {
	Cwd     string     // absolute and clean; "/" if unknown
	Home    string     // absolute and clean; empty if unknown
	Windows bool       // "\" separates, and the spellings of Windows count
	Files   FileSystem // nil: no link is followed, and case is folded
}

// maxLookup bounds the length of a path whose components are looked up, and
// maxLinks the links that are followed.
const (
	maxLookup = 4096
	maxLinks  = 64
)

// Resolve returns every absolute path that a tool may mean by text, without
// repetition; decided is false if there may be others:
//
//  1. "file:" URIs are decoded; one that names a host, or cannot be decoded,
//     is undecided;
//  2. "~" and "~/…" mean the home directory, and a file named "~" too, as not
//     every tool expands it; "~USER/…" is undecided, as is "~/" without a
//     known home;
//  3. what is relative is joined to Cwd, and then cleaned: once as text, once,
//     if there is a file system, following links component by component, so
//     that ".." leaves the directory that the link led to;
//  4. on Windows "\" is "/", trailing dots and blanks and stream names are
//     dropped, and short names, shares and drive-relative paths are undecided;
//     elsewhere a text with "\" is read both ways.
func (p Place) Resolve(text string) (paths []string, decided bool) {
	r := resolution{place: p, decided: true}
	r.text(text)
	return r.paths, r.decided
}

type resolution struct {
	place   Place
	paths   []string
	decided bool
}

func (r *resolution) text(text string) {
	if len(text) >= 5 && strings.EqualFold(text[:5], "file:") {
		r.uri(text[5:])
	}
	switch {
	case r.place.Windows:
		text = strings.ReplaceAll(text, `\`, "/")
	case strings.Contains(text, `\`):
		r.home(strings.ReplaceAll(text, `\`, "/"))
	}
	r.home(text)
}

// uri reads what follows "file:". The whole text is also read as a path, by
// the caller: not every tool knows URIs.
func (r *resolution) uri(rest string) {
	rest, _, _ = strings.Cut(rest, "?")
	rest, _, _ = strings.Cut(rest, "#")
	if after, found := strings.CutPrefix(rest, "//"); found {
		host, file, _ := strings.Cut(after, "/")
		if host != "" && !strings.EqualFold(host, "localhost") {
			r.decided = false
			return
		}
		rest = "/" + file
	}
	decoded, err := url.PathUnescape(rest)
	if err != nil || strings.ContainsRune(decoded, 0) {
		r.decided = false
		return
	}
	if r.place.Windows {
		decoded = strings.ReplaceAll(decoded, `\`, "/")
		if len(decoded) > 2 && drive(decoded[1:]) {
			decoded = decoded[1:]
		}
	}
	r.home(decoded)
}

func (r *resolution) home(text string) {
	name, rest, _ := strings.Cut(text, "/")
	switch {
	case !strings.HasPrefix(name, "~"):
	case name == "~" && r.place.Home != "":
		r.absolute(r.place.Home + "/" + rest)
	case name != text || name == "~":
		r.decided = false
	}
	if r.place.Windows {
		r.windows(text)
		return
	}
	if !strings.HasPrefix(text, "/") {
		text = r.place.Cwd + "/" + text
	}
	r.absolute(text)
}

// windows reads a path with "/" for every "\".
func (r *resolution) windows(text string) {
	for _, prefix := range [...]string{"//?/", "//./"} {
		text = strings.TrimPrefix(text, prefix)
	}
	switch {
	case strings.HasPrefix(text, "//"):
		r.decided = false
		return
	case drive(text):
		if len(text) > 2 && text[2] != '/' {
			r.decided = false
			return
		}
		text = "/" + text
	case strings.HasPrefix(text, "/"):
		if c := split(r.place.Cwd); len(c) > 0 && drive(c[0]) {
			text = "/" + c[0] + text
		}
	default:
		text = r.place.Cwd + "/" + text
	}
	parts := strings.Split(text, "/")
	for i, part := range parts {
		if drive(part) && i == 1 {
			parts[i] = strings.ToLower(part)
			continue
		}
		parts[i] = bare(part)
		r.decided = r.decided && !shortName(part)
	}
	r.absolute(strings.Join(parts, "/"))
}

// drive reports whether text begins with a drive of Windows.
func drive(text string) bool {
	return len(text) >= 2 && text[1] == ':' && (text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z')
}

// bare drops what Windows drops from a component.
func bare(part string) string {
	part, _, _ = strings.Cut(part, ":")
	if trimmed := strings.TrimRight(part, ". "); trimmed != "" || strings.Trim(part, ".") != "" {
		return trimmed
	}
	return part
}

// shortName reports whether part may be the short name of another file.
func shortName(part string) bool {
	_, after, found := strings.Cut(part, "~")
	return found && after != "" && after[0] >= '0' && after[0] <= '9'
}

// absolute takes an absolute path, not yet clean.
func (r *resolution) absolute(abs string) {
	r.add(path.Clean(abs))
	switch {
	case r.place.Files == nil:
	case len(abs) > maxLookup:
		r.decided = false
	default:
		r.follow(abs)
	}
}

// follow adds where the links lead.
func (r *resolution) follow(abs string) {
	real, ok := r.place.real(abs)
	if !ok {
		r.decided = false
		return
	}
	r.add(real)
}

// real follows the links of an absolute path, component by component, so that
// ".." leaves the directory that a link led to. Without a file system it is
// the path itself; ok is false if a link cannot be looked up, or there are too
// many.
func (p Place) real(abs string) (real string, ok bool) {
	if p.Files == nil {
		return abs, true
	}
	rest, at := strings.Split(abs, "/"), "/"
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		at = path.Join(at, name)
		if name == ".." {
			continue
		}
		target, isLink, err := p.Files.Readlink(at)
		if err != nil || links > maxLinks || len(target) > maxLookup {
			return abs, false
		}
		if !isLink {
			continue
		}
		links++
		if at = path.Dir(at); strings.HasPrefix(p.spelled(target), "/") {
			at = "/"
		}
		rest = append(strings.Split(p.spelled(target), "/"), rest...)
	}
	return at, true
}

// spelled brings the target of a link into the form of FileSystem.
func (p Place) spelled(target string) string {
	if !p.Windows {
		return target
	}
	target = strings.ReplaceAll(target, `\`, "/")
	if drive(target) {
		target = "/" + strings.ToLower(target[:2]) + target[2:]
	}
	return target
}

func (r *resolution) add(p string) {
	for _, known := range r.paths {
		if known == p {
			return
		}
	}
	r.paths = append(r.paths, p)
}
