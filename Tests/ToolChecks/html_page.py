#!/usr/bin/env python3
"""Opens pages that `--to html` writes in Chromium, without a display.

    html_page.py TOOL [PICTURES]

The accessibility tree has the rows of the outline, no request leaves the page, and hostile labels
run nothing, even if the page has no policy. The policy allows the style and nothing else. With a
folder PICTURES, takes the pictures of a page for the page of the tool instead, light and dark.
"""

import base64
import hashlib
import html.parser
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HOSTILE = [
    "plain", "a & b", "<script>document.title='run'</script>", "<img src=x onerror=alert(1)>",
    "</summary></details><h1>x</h1>", "\"><svg onload=alert(1)>", "'); alert(1)//", "<!-- x", "-->",
    "]]>", "&lt;b&gt;", "{{x}}", "日本語", "שלום", "two  blanks", "<style>*{display:none}</style>",
    "<iframe src=http://HOST/frame></iframe>", "<link rel=stylesheet href=http://HOST/style>",
    "<meta http-equiv=refresh content=0;url=http://HOST/refresh>", "<base href=http://HOST/>",
    "<object data=http://HOST/object>", "javascript:alert(1)", "x" * 300,
]
ADDRESSES = [
    "https://a.org/?a=b&c=\"<>'", "javascript:document.title='run'", "data:text/html,x", "mailto:a@b.org",
    "JavaScript:alert(1)", " javascript:alert(1)", "http://HOST/link", "//HOST/x", "vbscript:x",
]


class Server(http.server.BaseHTTPRequestHandler):
    requests = []

    def do_GET(self):
        Server.requests.append(self.path)
        self.send_response(404)
        self.end_headers()

    def log_message(self, *_):
        pass


def outline(host):
    """Returns JSON with every label as a row with children, as a leaf and as a note."""
    labels = [label.replace("HOST", host) for label in HOSTILE]
    rows = [
        {"text": label, "note": label, "size": label, "collapsed": number % 3 == 0, "children": [
            {"text": label, "url": address.replace("HOST", host)} for address in ADDRESSES]}
        for number, label in enumerate(labels)
    ]
    return json.dumps(rows)


def rows_of(document):
    """Returns the level and the text of each row of the output of `--json`."""
    open_rows = [(1, row) for row in reversed(document[0]["children"])]
    while open_rows:
        level, row = open_rows.pop()
        yield level, " ".join(row["text"].split())
        open_rows += [(level + 1, child) for child in reversed(row.get("children", []))]


class DevTools:
    """A connection to a headless Chromium through two pipes."""

    def __init__(self, chromium, folder):
        to_browser, self.to = os.pipe()
        self.source, from_browser = os.pipe()
        os.set_inheritable(to_browser, True)
        os.set_inheritable(from_browser, True)
        # Chromium reads from the descriptor 3 and writes to 4.
        script = f"exec 3<&{to_browser} 4>&{from_browser}; exec \"$@\""
        self.process = subprocess.Popen(
            ["bash", "-c", script, "bash", chromium, "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--remote-debugging-pipe", "--force-renderer-accessibility",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             f"--user-data-dir={folder}/profile", "about:blank"],
            pass_fds=[to_browser, from_browser], stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.data = b""
        self.number = 0
        self.events = []

    def receive(self):
        while b"\0" not in self.data:
            more = os.read(self.source, 1 << 16)
            if not more:
                raise AssertionError("Chromium has ended")
            self.data += more
        message, self.data = self.data.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if session:
            call["sessionId"] = session
        os.write(self.to, json.dumps(call).encode() + b"\0")
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait_for(self, event):
        while True:
            message = self.receive()
            self.events.append(message)
            if message.get("method") == event:
                return

    def open(self, path):
        """Opens a page with all rows expanded, and returns its accessibility tree and its title."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Network", "Log", "Accessibility", "DOM", "Runtime"]:
            self.call(f"{domain}.enable", session)
        self.events = []
        self.call("Page.navigate", session, url=Path(path).as_uri())
        if not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.wait_for("Page.loadEventFired")
        style = self.call("Runtime.evaluate", session, expression="getComputedStyle("
                          "document.querySelector('main > ul')).listStyleType")["result"]["value"]
        opens = "document.querySelectorAll('details').forEach(d => d.open = true); document.title"
        title = self.call("Runtime.evaluate", session, expression=opens)["result"]["value"]
        tree = self.accessible_rows(session)
        self.call("Target.closeTarget", targetId=target)
        return tree, title, style

    def accessible_rows(self, session):
        """Returns the accessibility tree once it has an item for each one of the page.

        Chromium updates the tree after the page, and says nothing when it has. A busy machine shows
        a tree in which rows that have just expanded are missing.
        """
        count = self.call("Runtime.evaluate", session, expression="document.querySelectorAll('li')"
                          ".length")["result"]["value"]
        latest = time.monotonic() + 60
        while True:
            tree = self.call("Accessibility.getFullAXTree", session)["nodes"]
            items = sum(value(node, "role") == "listitem" for node in tree)
            if items == count or time.monotonic() > latest:
                return tree
            time.sleep(0.1)

    def close(self):
        self.call("Browser.close")
        self.process.wait(20)


def value(node, name):
    return node.get(name, {}).get("value", "")


def shown_rows(nodes):
    """Returns the level and the text of each item of the lists in an accessibility tree."""
    known = {node["nodeId"]: node for node in nodes}
    found = []

    def text(node):
        """Returns the text of a row, which precedes its attributes and its note."""
        if value(node, "role") == "StaticText":
            return value(node, "name")
        parts = []
        for number in node.get("childIds", []):
            child = known[number]
            if value(child, "role") in ("list", "DescriptionList", "paragraph", "ListMarker"):
                if value(child, "role") != "ListMarker":
                    break
                continue
            parts.append(text(child))
            if value(child, "role") in ("DisclosureTriangle", "Details"):
                break
        return "".join(parts)

    def walk(node, level):
        role = value(node, "role")
        if role == "list":
            level += 1
        if role == "listitem":
            found.append((level, " ".join(text(node).split())))
        for number in node.get("childIds", []):
            walk(known[number], level)

    walk(nodes[0], 0)
    return found


class Parser(html.parser.HTMLParser):
    """Collects the elements, the attributes and the style of a page."""

    def __init__(self):
        super().__init__()
        self.elements, self.attributes, self.addresses, self.style = set(), set(), [], ""

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attributes}
        self.addresses += [value for name, value in attributes if name == "href"]

    def handle_data(self, data):
        if self.lasttag == "style" and not self.style:
            self.style = data


def take_pictures(tool, chromium, folder):
    page = subprocess.run(
        [tool, "--to", "html", "--expand", "2", "Samples/garden.txt"], capture_output=True, check=True)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "garden.html"
        path.write_bytes(page.stdout)
        for number, scheme in enumerate(["dark", "light"]):
            subprocess.run(
                [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--window-size=480,360", f"--blink-settings=preferredColorScheme={number}",
                 f"--screenshot={folder}/page-{scheme}.png", path.as_uri()],
                stderr=subprocess.DEVNULL, timeout=60, check=True)


def main():
    tool = sys.argv[1]
    failures = []

    def expect(condition, message):
        if not condition:
            failures.append(message)

    server = http.server.HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"127.0.0.1:{server.server_port}"
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if len(sys.argv) > 2:
        take_pictures(tool, chromium, os.path.abspath(sys.argv[2]))
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source = Path(folder) / "hostile.json"
        source.write_text(outline(host))
        written = subprocess.run(
            [tool, "--expand", "stored", "--to", "html", source], capture_output=True, check=True)
        page = Path(folder) / "page.html"
        page.write_bytes(written.stdout)
        text = written.stdout.decode()
        # What the labels could do without the policy.
        without = Path(folder) / "without.html"
        without.write_text(re.sub("<meta http-equiv[^>]*>", "", text))
        shown = json.loads(subprocess.run(
            [tool, "--json", source], capture_output=True, check=True).stdout)
        expected = list(rows_of(shown))

        parser = Parser()
        parser.feed(text)
        allowed = set("html head meta title style body main h1 bdi ul li details summary a dl dt dd p"
                      .split())
        expect(parser.elements <= allowed, f"elements: {parser.elements - allowed}")
        names = {"dir", "charset", "http-equiv", "content", "name", "role", "open", "rel", "href"}
        expect(parser.attributes <= names, f"attributes: {parser.attributes - names}")
        followable = re.compile(r"(https?|mailto):|(?!//)[^:\\?#]*(?:[?#]|\Z)")
        bad = [address for address in parser.addresses if not followable.match(address)]
        expect(not bad, f"addresses: {bad}")
        digest = base64.b64encode(hashlib.sha256(parser.style.encode()).digest()).decode()
        expect(f"style-src 'sha256-{digest}'" in text, f"the policy lacks the hash {digest}")

        if not chromium:
            sys.exit("needs Chromium")
        tools = DevTools(chromium, folder)
        for path in [page, without]:
            nodes, title, style = tools.open(path)
            found = shown_rows(nodes)
            differing = [pair for pair in zip(expected, found) if pair[0] != pair[1]]
            expect(len(found) == len(expected) and not differing,
                   f"{path.name}: {len(expected)} rows, {len(found)} items, {differing[:3]}")
            expect("run" != title, f"{path.name}: a label has run")
            expect(style == "none", f"{path.name}: the style does not apply")
            for event in tools.events:
                request = event.get("params", {}).get("request", {}).get("url", "")
                if event.get("method") == "Network.requestWillBeSent":
                    expect(request.startswith("file:"), f"{path.name}: request of {request}")
                expect(event.get("method") not in ("Log.entryAdded", "Page.javascriptDialogOpening"),
                       f"{path.name}: {event}")
        tools.close()
        expect(not Server.requests, f"requests: {Server.requests}")
    for failure in failures:
        print(failure)
    print(f"{len(expected)} rows in Chromium, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
