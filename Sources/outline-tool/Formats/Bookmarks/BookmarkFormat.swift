/// The bookmark files that browsers export.
struct BookmarkFormat: Format {
  let name = "bookmarks"
  let addressNames = ["HREF"]
  let allowsZeroBytes = true

  let help = [
    "*.html, *.htm or another name without a known extension, if the",
    "file begins with <!DOCTYPE NETSCAPE-Bookmark-file-1>. Folders and",
    "links are rows; notes and separators are not. --expand stored",
    "collapses FOLDED folders.",
  ]

  func rowNoun(_ options: ReaderOptions) -> String { "bookmarks" }

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    TagScanner.recognizes(text) {
      $0.starts(with: "<!doctype netscape-bookmark-file-1", ignoringCase: true)
    }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    BookmarkReader.read(bytes, name: name, options: options)
  }

  func attribute(
    _ name: Bytes, of text: Range<Int>, startingAt start: Int?, in bytes: Span<UInt8>
  ) -> Bytes? {
    start.flatMap { TagScanner.value(of: name, at: $0, in: bytes, dialect: .html) }
  }
}
