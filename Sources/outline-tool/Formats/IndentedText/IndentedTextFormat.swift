/// Text whose lines are indented by tabs or spaces.
struct IndentedTextFormat: Format {
  let name = "text"
  let fileExtensions = ["txt", "text"]

  let help = [
    "Any other file. A row belongs to the nearest row above it with a",
    "smaller indent. The bullets '-', '*', '+' and '•' are stripped,",
    "empty lines skipped. Where tabs and spaces are mixed, a tab",
    "reaches to the next multiple of the smallest indent by spaces if",
    "that is 2, 4 or 8, and of 8 otherwise; the exit status is then 1.",
  ]

  func rowNoun(_ options: ReaderOptions) -> String { "lines of text" }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    IndentedTextReader.read(bytes, name: name, dialect: .plain)
  }
}
