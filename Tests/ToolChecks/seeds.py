"""Small well-formed files of every format that outline-tool reads."""

from dataclasses import dataclass


@dataclass
class Seed:
    name: str
    format: str
    contents: bytes

    @property
    def options(self):
        """The options that make the tool read a file as this format, and show all of it."""
        options = [] if "." in self.name else ["--from", self.format]
        return options + ["--tree", "both"] if self.format == "org" else options


OPML = """<?xml version="1.0" encoding="ENCODING"?>
<!-- kept by é -->
<!DOCTYPE opml [<!ENTITY none "x">]>
<opml version="2.0">
  <head><title>Café &amp; co</title><expansionState>1, 3</expansionState></head>
  <body>
    <outline text="Äpfel &amp; &lt;b&gt;" _note="a&#10;b&#x42;" xml:id='1'>
      <outline text='"Birne"' type="rss" xmlUrl="https://example.org/?a=1&amp;b=2"/>
      <outline text="grün">
        <outline title="tief" url="http://example.org"></outline>
      </outline>
    </outline>
    <!-- <outline text="no row"/> -->
    <outline text="zu" collapse="true"><outline text="kilo"/></outline>
  </body>
</opml>
"""

FREEMIND = """<map version="1.0.1">
<!-- a map -->
<node TEXT="Wurzel &#xe4; &amp; mehr" ID="a1">
  <hook NAME="MapStyle"><node TEXT="no row"/></hook>
  <node FOLDED="true" POSITION="right" TEXT="grün"><icon BUILTIN="idea"/>
    <node TEXT="kilo" LINK="https://example.org/"/>
  </node>
  <node><richcontent TYPE="NODE"><html><body><p>reich &amp; <b>fett</b></p></body></html>
  </richcontent></node>
</node>
</map>
"""

BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- made by a browser -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" FOLDED>Café &amp; co</H3>
    <DD>a note
    <DL><p>
        <DT><A HREF="https://example.org/?a&b" TAGS="x,y">grün</A>
        <HR>
        <DT><A HREF='javascript:"a"'>kilo &lt;b&gt;</A>
    </DL><p>
    <DT><A HREF="http://example.org">node</A>
</DL><p>
"""

JSON_NESTED = """{
  "name": "Äpfel \\"b\\" \\u00e9\\n",
  "collapsed": false,
  "children": [
    {"name": "grün", "size": -1.5e+3, "children": []},
    {"children": [{"name": "kilo", "ok": null}], "collapsed": true, "name": "\\ud83d\\ude00"}
  ]
}
"""

JSON_RECORDS = """[
  {"id": 1, "name": "Äpfel"}, {"id": "b", "parent": 1, "name": "grün\\t"},
  {"id": 3, "parent": "b", "name": "kilo", "tags": ["x", {"y": true}]}
]
"""

JSON_LISTS = """{"nodes": [{"id": "root", "content": "Äpfel", "children": ["b", "c"]},
 {"id": "b", "content": "grün", "children": [], "collapsed": true},
 {"id": "c", "content": "kilo \\/ \\\\", "children": ["d"]}, {"id": "d", "content": ""}]}
"""

JSON_GENERIC = """{"a": {"b": [1, 2.50, -0, 1E400], "é": "x\\u0041"}, "c": [[], {}, [null, true, false]]}
"""

JSON_DEPENDENCIES = """{"name": "npm", "dependencies": {
  "Äpfel": {"version": "1.0.0", "dependencies": {"grün": {"version": "2"}}}, "kilo": {}}}
"""

JSON_TREE = """[
  {"type":"directory","name":".","contents":[
    {"type":"file","name":"Äpfel"},{"type":"directory","name":"b","contents":[
      {"type":"link","name":"c","target":"é"}]}]},
  {"type":"report","directories":2,"files":1}
]
"""

NDJSON = """{"id": 1, "text": "Äpfel"}
{"id": 2, "parent": 1, "text": "gr\\u00fcn"}
{"id": 3, "parent": 2, "text": "kilo"}
"""

CSV_LINKED = '''id,parent,name\r
1,,"Äpfel, ""reif"""\r
2,1,grün\r
3,2,"zwei
Zeilen"\r
4,1,kilo\r
'''

CSV_PATHS = """Tier 1;Tier 2;Tier 3;size
Äpfel;;;1
Äpfel;"grün";;2
Äpfel;"grün";klein;3
"""

TSV = "path\tsize\nÄpfel\t1\nÄpfel/grün\t2\nÄpfel/grün/klein\t3\nkilo\t4\n"

ORG = """#+TITLE: Äpfel
#+STARTUP: show2levels
* TODO [#A] Äpfel und /Birnen/ :frucht:café:
:PROPERTIES:
:VISIBILITY: children
:END:
- [X] kilo
  1. [@5] [[https://example.org][node]] :: Text

	 * é
** DONE grün [50%]
   text
*** tief
#+begin_src c
,* no headline
- no item
#+end_src
* kilo :ARCHIVE:
** node
"""

MARKDOWN = """---
title: Äpfel
markmap:
  foldLevel: 2
---
# Äpfel & *Birnen* <!-- markmap: fold -->
Text

- grün
  - [x] tief [a](b "c")
    1. kilo
* * *
Setext
------
```c
# no heading
```
> - zitiert
<div>
- no item
</div>

### `code` ###
"""

SUMMARY = """# Summary

[Vorwort](foreword.md)

# Teil é

- [Äpfel](a.md)
    - [grün](b/c.md)
    - [Entwurf]()

---

[Nachwort](end.md)
"""

LOGSEQ = """- Äpfel
  collapsed:: true
  id:: 1-2
\t- grün
\t  tags:: [[a]], #b
\t\t- TODO kilo
- ```c
  - no block
  ```
- node
"""

TASKPAPER = "Projekt é: @due(2024-01-01)\n\t- Aufgabe @done\n\t\tNotiz\n\t\t- tief\n\tTeil:\n- kilo\n"

OUTLINER = "Äpfel\n\t: Text\n\t[_] 50% grün\n\t\t[X] tief\n\t| a | é |\n\t; pre\nkilo\n\tnode\n"

TEXT_TABS = "Äpfel\n\tgrün\n\t\t- tief\n\t\t• kilo\n\nnode\n\tplan 日本語\n"

TEXT_SPACES = "* Äpfel\n  * grün\n     + tief\n  * kilo\nnode\n    plan\n"

DRAWING = """.
├── Äpfel
│   ├── grün
│   │   └── tief
│   └── kilo -> é
└── node

3 directories, 2 files
"""

DRAWING_ASCII = ".\n|-- a\n|   |-- b c\n|   `-- d\n`-- e\n\n1 directory, 3 files\n"

PATHS = "./Äpfel/grün\n./Äpfel/tief/kilo\n/usr/lib\n./node\n./Äpfel\n"


def seeds():
    texts = [
        ("a.mm", "freemind", FREEMIND), ("bookmarks", "bookmarks", BOOKMARKS),
        ("nested.json", "json", JSON_NESTED), ("records.json", "json", JSON_RECORDS),
        ("lists.json", "json", JSON_LISTS), ("generic.json", "json", JSON_GENERIC),
        ("npm.json", "json", JSON_DEPENDENCIES), ("tree.json", "json", JSON_TREE),
        ("a.ndjson", "json", NDJSON), ("linked.csv", "csv", CSV_LINKED),
        ("paths.csv", "csv", CSV_PATHS), ("a.tsv", "csv", TSV), ("a.org", "org", ORG),
        ("a.md", "markdown", MARKDOWN), ("SUMMARY.md", "markdown", SUMMARY),
        ("logseq.md", "markdown", LOGSEQ), ("a.taskpaper", "taskpaper", TASKPAPER),
        ("a.otl", "otl", OUTLINER), ("tabs", "text", TEXT_TABS), ("spaces", "text", TEXT_SPACES),
        ("drawing", "tree", DRAWING), ("drawing-ascii", "tree", DRAWING_ASCII),
        ("paths", "paths", PATHS), ("paths-0", "paths", PATHS.replace("\n", "\0")),
    ]
    result = [Seed(name, form, text.encode()) for name, form, text in texts]
    for encoding in ["UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"]:
        contents = OPML.replace("ENCODING", encoding).encode(encoding)
        result.insert(0, Seed(f"{encoding}.opml", "opml", contents))
    return result
