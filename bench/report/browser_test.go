package report

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// browser is a headless Chromium, by one of its names.
func browser(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CAYLEYCOLL_REQUIRE_CHROMIUM") != "" {
		t.Fatal("CAYLEYCOLL_REQUIRE_CHROMIUM is set, and there is no chromium in PATH")
	}
	t.Skip("no chromium in PATH")
	return ""
}

func chromium(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser(t), append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--user-data-dir=" + t.TempDir(), "--virtual-time-budget=20000"}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("chromium: %v\n%s", err, errs.String())
	}
	return out.String()
}

var selftest = regexp.MustCompile(`id="selftest"[^>]*>([^<]*)<`)

// TestPageInBrowser loads the page in a window as wide as a desktop's and in frames as
// narrow as a phone and as half a window. The page plays all its schedules, sorts all its
// tables, and looks for errors, unnamed controls, links out of the page and
// anything wider than the window.
func TestPageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes ten seconds")
	}
	browser(t)
	r := smallReport(t)
	dir := t.TempDir()
	if keep := os.Getenv("CAYLEYCOLL_PAGE_DIR"); keep != "" { // to look at what the test saw
		dir = keep
	}
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return "file://" + path
	}
	page := written(t, r, "report.html")
	url := put("report.html", page)
	for _, bad := range []string{"http://", "https://", "@import", "url(//"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	narrow := func(name string, width int) string {
		return put(name, fmt.Sprintf(`<!doctype html><body style="margin:0"><iframe src="%s#selftest" style="width:%dpx;height:740px;border:0"></iframe>
<script>addEventListener("message", function (e) { var p = document.createElement("p"); p.id = "selftest"; p.textContent = e.data; document.body.appendChild(p); });</script>`, url, width))
	}
	for _, c := range []struct{ name, url, want string }{
		{"desktop", url + "#selftest", "width 1280,"},
		{"phone", narrow("phone.html", 360), "width 360,"},
		{"half a window", narrow("half.html", 520), "width 520,"},
	} {
		dom := chromium(t, "--window-size=1280,900", "--dump-dom", c.url)
		m := selftest.FindStringSubmatch(dom)
		if m == nil {
			t.Fatalf("%s: the page did not finish its test", c.name)
		}
		said := html.UnescapeString(m[1])
		t.Logf("%s: %s", c.name, said)
		if !strings.HasPrefix(said, "selftest ok") || !strings.Contains(said, c.want) {
			t.Errorf("%s: %s", c.name, said)
		}
	}
	shot := filepath.Join(dir, "desktop.png")
	chromium(t, "--window-size=1280,2600", "--screenshot="+shot, url)
	if st, err := os.Stat(shot); err != nil || st.Size() < 20_000 {
		t.Errorf("screenshot: %v", err)
	}
}
