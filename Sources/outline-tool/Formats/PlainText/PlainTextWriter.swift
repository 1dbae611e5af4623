/// Writes rows as lines that tabs indent.
///
/// A bullet precedes texts that begin with one, and empty texts.
struct PlainTextWriter: OutlineWriter {
  let name = "text"
  let help = "Lines indented by tabs."
  let textRule: String? = "a line without blanks at its ends"

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    output.append(UInt8(ascii: "\t"), count: row.level)
    row.changesText = !text.isTrimmedLine
    if row.changesText {
      let line = text.trimmedLine
      writeLine(line.span, to: &output)
    } else {
      writeLine(text, to: &output)
    }
  }

  private func writeLine(_ line: Span<UInt8>, to output: inout OutputBuffer) {
    if line.isEmpty {
      output.append("-\n")
      return
    }
    let signs = ["-", "*", "+", "\u{FEFF}"]
    if line[0] >= 0x80 || line[0] < UInt8(ascii: "."),
      line.beginsWithTypographicBullet
        || signs.contains(where: { line.starts(with: $0, ignoringCase: false) })
    {
      output.append("- ")
    }
    output.appendText(line)
    output.append(UInt8(ascii: "\n"))
  }
}
