struct BookmarkFormat: MarkupFormat {
  let name = "bookmarks"
  let help = [
    "*.html, *.htm or another name without a known extension, if the",
    "file begins with <!DOCTYPE NETSCAPE-Bookmark-file-1>, or with",
    "<H1>Bookmarks</H1> and a list, as in exports of Google. Folders",
    "and links are rows, and descriptions are notes. --expand stored",
    "collapses FOLDED folders.",
  ]
  let rowNoun = "bookmarks"
  let addressName: String? = "HREF"
  let dialect = MarkupDialect.html

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    TagScanner.recognizes(text) {
      // The exports of Google have no document type.
      $0.starts(with: "<!doctype netscape-bookmark-file-1", ignoringCase: true)
        || $0.end(of: "<H1>Bookmarks</H1>", from: 0) != nil && $0.end(of: "<DL>", from: 0) != nil
    }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    BookmarkReader.read(bytes, name: name, options: options)
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    elementAttributes(at: start, in: bytes)
      .filter { !$0.name.span.equalsIgnoringCase("folded") }
  }
}
