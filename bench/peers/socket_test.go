package peers

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestLongFolder: who runs in a folder reaches its socket however long the folder's path is,
// also one that is opened after another; on other systems than Linux the error says why not.
func TestLongFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("x", 120))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for range 2 {
		l, err := listen(dir)
		if runtime.GOOS != "linux" {
			if err == nil || !strings.Contains(err.Error(), "TMPDIR is too long") {
				t.Errorf("%v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		l.Close()
	}
}
