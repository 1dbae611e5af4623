/// Text whose lines are indented by tabs or spaces, the format of all other files.
struct PlainTextFormat: Format {
  let name = "text"
  let fileExtensions = ["txt", "text"]
  let help = [
    "Any other file. The parent of a row is the nearest row above it",
    "with a smaller indent. The tool removes the bullets '-', '*', '+',",
    "'•', '◦', '▪' and '‣', and skips empty lines. If a file mixes tabs",
    "and spaces, a tab advances to the next multiple of the smallest",
    "indent by spaces if that is 2, 4 or 8, and otherwise of 8; the",
    "exit status is 1.",
  ]
  let rowNoun = "lines of text"
  let writers: [any OutlineWriter] = [PlainTextWriter()]

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    IndentedTextReader.read(bytes, name: name)
  }
}
