/// The manual page, made from the texts of `--help` and the option table.
extension HelpText {
  static func manual(version: String) -> String {
    var page = """
      .TH OUTLINE\\-TOOL 1 "" "outline\\-tool \(version)"
      .SH NAME
      outline\\-tool \\- print, compare and browse outlines from files and directories
      .SH SYNOPSIS

      """
    page += [usage, diffUsage, browseUsage].map {
      String($0.drop { $0 != " " }.dropFirst()).roff + "\n"
    }
    .joined(separator: ".PP\n")
    page += ".SH OPTIONS\n"
    for group in OptionGroup.all {
      page += ".SS \(group.title.roff)\n"
      for option in group.options {
        page += ".TP\n.B \(option.usage.roff)\n\(option.help.roff)\n"
      }
    }
    page += ".SH FORMATS\n"
    for format in Formats.all {
      page += ".TP\n.B \(format.name.roff)\n" + format.allHelp.map { $0.roff + "\n" }.joined()
    }
    for topic in [patterns, conversion, rows, diff, matching, browse, environment] {
      page += section(topic)
    }
    return page
  }

  /// Returns a topic with its heading, its paragraphs and its lists of words and explanations.
  ///
  /// A paragraph ends with a line that has room for the next word.
  private static func section(_ topic: String) -> String {
    var section = ""
    var isInList = false
    var last: Substring = ""
    for line in topic.split(separator: "\n") {
      defer { last = line }
      let indent = line.prefix { $0 == " " }.count
      var text = line.dropFirst(indent)
      if indent == 0, let colon = line.firstIndex(of: ":") {
        section += ".SH \(String(line[..<colon]).roff)\n"
        text = line[line.index(after: colon)...].drop { $0 == " " }
        isInList = false
      }
      // Two blanks separate a term from its explanation.
      let gap = indent > 0 ? text.firstRange(of: "  ") : nil
      let word = gap.map { text[..<$0.lowerBound] } ?? text.prefix { $0 != " " }
      let explanation = gap.map { text[$0.upperBound...].drop { $0 == " " } } ?? ""
      if !word.isEmpty && !explanation.isEmpty {
        section += ".TP\n.B \(String(word).roff)\n\(String(explanation).roff)\n"
        isInList = true
      } else if !text.isEmpty {
        let isAfterEnd = last.last == "." && last.count + word.count < 80
        if isInList && indent == 2 || !isInList && isAfterEnd {
          section += ".PP\n"
          isInList = false
        }
        section += String(text).roff + "\n"
      }
    }
    return section
  }
}

extension String {
  /// The text as roff prints it.
  fileprivate var roff: String {
    var text = ""
    if first == "." || first == "'" { text = "\\&" }
    for character in self {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "^": text += "\\(ha"
      case "~": text += "\\(ti"
      case "`": text += "\\(ga"
      default:
        for scalar in character.unicodeScalars {
          text +=
            scalar.isASCII
            ? String(scalar) : "\\[u\(String(scalar.value, radix: 16, uppercase: true))]"
        }
      }
    }
    return text
  }
}
