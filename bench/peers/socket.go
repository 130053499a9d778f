package peers

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// socket is the name of the socket in the folder that a program in C runs in, and all that
// it is told: the path of a socket has some hundred bytes at most.
const socket = "s"

// listen opens it anew. Where the folder's path is too long, Linux has a short one of every
// folder that is open.
func listen(dir string) (*net.UnixListener, error) {
	path := filepath.Join(dir, socket)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if errors.Is(err, syscall.EINVAL) {
		l, err = listenShort(dir)
	}
	if err != nil {
		return nil, err
	}
	if u, ok := l.(interface{ SetUnlinkOnClose(bool) }); ok { // not on js
		u.SetUnlinkOnClose(false) // its short path ends with listenShort, and the folder goes in the end
	}
	return l.(*net.UnixListener), nil
}

func listenShort(dir string) (net.Listener, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	l, err := net.Listen("unix", fmt.Sprintf("/proc/self/fd/%d/%s", d.Fd(), socket))
	if err != nil {
		return nil, fmt.Errorf("TMPDIR is too long for a socket in %s: set a shorter one", dir)
	}
	return l, nil
}
