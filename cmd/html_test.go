package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hostile are texts that would do something in a page that does not hold them
// to be text.
var hostile = []string{
	`<script>document.title = 'owned'</script>`, `</article></body><img src=NET onerror="document.title='owned'">`,
	`"><svg onload=document.title='owned'>`, `{{.Title}}`, `<!--`, `</style><style>*{display:none}</style>`,
	"javascript:document.title='owned'", "\u202egnihton", `<link rel=stylesheet href=NET>`, `<iframe src=NET></iframe>`,
	`' onmouseover=document.title='owned' x='`, `<base href=NET>`, "\x1b[31m", `&lt;b&gt;`,
}

// hostilePages writes reports of both verbs about input of that kind. address is
// what the input tries to load.
func hostilePages(t *testing.T, address string) (pages []string) {
	t.Helper()
	dir := t.TempDir()
	var tools, claims []string
	for i, text := range hostile {
		text = strings.ReplaceAll(text, "NET", address)
		name, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, fmt.Sprintf(`{"name":%s,"description":%s,"inputSchema":{"type":"object","properties":{%s:{"type":%s}}},"annotations":{"readonlyHint":%s}}`, name, name, name, name, name))
		claims = append(claims, fmt.Sprintf(`{"id":%s,"evidenceRef":{"type":%s,"digest":"sha256:%064d","canonicalization":%s,"ref":%s},"record":{%s:%s}}`, name, name, i, name, name, name, name))
		claims = append(claims, fmt.Sprintf(`{"id":%s,"evidenceRef":{"type":%s,"digest":"sha256:%064d","canonicalization":"jcs/rfc8785"},"record":{%s:%s}}`, name, name, i, name, name))
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	toolFile := write("<b>'\"&.json", `{"tools":[`+strings.Join(tools, ",\n")+`]}`)
	claimFile := write("claims.jsonl", strings.Join(claims, "\n")+"\n")
	for page, args := range map[string][]string{
		"lint.html": {"lint-tool", "--no-config", toolFile, filepath.Join(dir, "missing.json")}, "verify.html": {"verify", "--claims", claimFile},
	} {
		path := filepath.Join(dir, page)
		if _, stderr, code := invoke(t, nil, append(args, "-o", "html="+path)...); code != ExitNo {
			t.Fatalf("%s: exit %d: %s", page, code, stderr)
		}
		pages = append(pages, path)
	}
	return pages
}

// TestHTMLHoldsTextToBeText looks at the file itself: tags and attributes are
// the report's own.
func TestHTMLHoldsTextToBeText(t *testing.T) {
	tag := regexp.MustCompile(`<(/?[a-zA-Z!][a-zA-Z0-9]*)`)
	known := "html head meta title style body header h1 form input output article h2 span a div p pre dl dt dd code section footer script !doctype"
	for _, path := range hostilePages(t, "http://127.0.0.1:9/") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := string(data)
		for _, m := range tag.FindAllStringSubmatch(page, -1) {
			if !strings.Contains(" "+known+" ", " "+strings.TrimPrefix(m[1], "/")+" ") {
				t.Errorf("%s has the tag <%s", filepath.Base(path), m[1])
			}
		}
		for element, want := range map[string]int{"<script": 1, "<style": 1, "<form": 1, "<article": strings.Count(page, "</article>")} {
			if n := strings.Count(page, element); n != want {
				t.Errorf("%s has %s %d times, want %d", filepath.Base(path), element, n, want)
			}
		}
		for _, bad := range []string{"\u202e", "\x1b", "url("} {
			if strings.Contains(page, bad) {
				t.Errorf("%s has %q", filepath.Base(path), bad)
			}
		}
		if strings.Count(page, "<article") < 2*len(hostile)-6 {
			t.Errorf("%s has only %d cards", filepath.Base(path), strings.Count(page, "<article"))
		}
	}
}

// TestHTMLInABrowser opens the pages in a browser: nothing runs but the filter,
// nothing is loaded, the filter finds, and nothing is wider than a phone.
func TestHTMLInABrowser(t *testing.T) {
	browser := findBrowser(t)
	asked := 0
	net := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer net.Close()
	for _, path := range hostilePages(t, net.URL) {
		name := filepath.Base(path)
		all := browser(path, "")
		if strings.Contains(all, "owned</title>") || !strings.Contains(all, "<title>evref ") {
			t.Errorf("%s: the title has changed", name)
		}
		for _, element := range []string{"<img", "<svg", "<iframe", "<link", "<base"} {
			if strings.Contains(all, element) {
				t.Errorf("%s: the page has %s", name, element)
			}
		}
		hidden := regexp.MustCompile(`<article [^>]*hidden=`)
		cards := strings.Count(all, "<article")
		if !strings.Contains(all, `type="checkbox"`) || hidden.MatchString(all) {
			t.Errorf("%s: the filter did not start well", name)
		}
		// A word in the address is what the filter begins with.
		found := browser(path, "#gnihton")
		if shown := cards - len(hidden.FindAllString(found, -1)); shown == cards || shown < 1 {
			t.Errorf("%s: %d of %d cards shown for a word", name, shown, cards)
		}
		if wide := pageWidth(t, browser, path, 390); wide > 390 {
			t.Errorf("%s: %d wide on a phone of 390", name, wide)
		}
	}
	if asked > 0 {
		t.Errorf("the network was asked %d times", asked)
	}
}

// pageWidth measures how wide a page is that has the width of a phone: a copy
// that may tell, in a frame, because a browser's window does not get so narrow.
func pageWidth(t *testing.T, browser func(path, fragment string) string, path string, width int) int {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	page := regexp.MustCompile(`<meta http-equiv[^>]*>`).ReplaceAllString(string(data), "")
	page = strings.Replace(page, "</body>", `<script>parent.postMessage(document.documentElement.scrollWidth, '*')</script></body>`, 1)
	frame := fmt.Sprintf(`<title></title><script>addEventListener('message', (e) => { document.title = 'width ' + e.data })</script>
<iframe src="page.html" width="%d" height="800" style="border: 0"></iframe>`, width)
	for name, text := range map[string]string{"page.html": page, "frame.html": frame} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := regexp.MustCompile(`<title>width (\d+)</title>`).FindStringSubmatch(browser(filepath.Join(dir, "frame.html"), ""))
	if m == nil {
		t.Fatal("the page tells no width")
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// findBrowser gives a function that opens a page without a window and tells what
// became of it.
func findBrowser(t *testing.T) func(path, fragment string) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		return func(path, fragment string) string {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			out, err := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
				"--user-data-dir="+t.TempDir(), "--virtual-time-budget=2000",
				"--dump-dom", "file://"+path+fragment).Output()
			if err != nil {
				t.Skipf("%s does not run here: %v", name, err)
			}
			return string(out)
		}
	}
	t.Skip("no Chromium is here")
	return nil
}
