import Outline

/// The short forms in which tests write the rows and the changes of views.
extension [ViewRow] {
  /// Reads rows as `1 .2 ..3' 4`: a dot for each level, the item, a stroke for changed content.
  public init(text: String) {
    self = text.split(separator: " ").map { word in
      let level = word.prefix { $0 == "." }.count
      let cell = BatchView.Cell(text: word.dropFirst(level))
      return ViewRow(cell.id, level: level, content: cell.content)
    }
  }
}

extension ViewTree {
  public init(text: String) {
    let words = text.split(separator: " ")
    var isHidden = false
    var isVisible: [Bool] = []
    for word in words {
      isHidden = isHidden || word.hasPrefix("(")
      isVisible.append(!isHidden)
      isHidden = isHidden && !word.hasSuffix(")")
    }
    self.init([ViewRow](text: text.filter { !"()".contains($0) }), isVisible: isVisible)
  }
}

extension BatchView.Cell {
  init(text: some StringProtocol) {
    let number = text.prefix { $0 != "'" }
    guard let id = Int(number) else { preconditionFailure("not a cell: '\(text)'") }
    self.init(id, content: text.count - number.count)
  }
}

extension BatchView.Contents {
  /// Reads sections as `10: 1 2 3 | 20: 4`.
  public init(text: String) {
    self.init()
    for part in text.split(separator: "|") {
      let words = part.split(separator: " ")
      guard let name = words.first, name.last == ":" else {
        preconditionFailure("not a section: '\(part)'")
      }
      append(section: BatchView.Cell(text: name.dropLast()))
      for word in words.dropFirst() { append(cell: BatchView.Cell(text: word)) }
    }
  }
}

extension BatchView.Contents: CustomStringConvertible {
  public var description: String {
    sections.indices.map { section in
      (["\(sections[section]):"] + cells[cellRange(of: section)].map { $0.description })
        .joined(separator: " ")
    }.joined(separator: " | ")
  }
}

extension BatchView.Update: CustomStringConvertible {
  /// Reads changes as `d0.1 i0.1 r0.1 c0.1 m0.1>1.0` (deletion, insertion, reload, reconfigure,
  /// move) of cells, and as `D0 I0 R0 M0>1` of sections.
  public init(text: String) {
    self.init()
    func path(_ numbers: ArraySlice<Int>) -> RowPath {
      RowPath(section: numbers[numbers.startIndex], row: numbers[numbers.startIndex + 1])
    }
    for word in text.split(separator: " ") {
      let numbers = word.dropFirst().split { $0 == "." || $0 == ">" }.compactMap { Int($0) }
      switch (word.first, numbers.count) {
      case ("D", 1): deletedSections.append(numbers[0])
      case ("I", 1): insertedSections.append(numbers[0])
      case ("R", 1): reloadedSections.append(numbers[0])
      case ("M", 2): movedSections.append(.init(numbers[0], numbers[1]))
      case ("d", 2): deletions.append(path(numbers[0...1]))
      case ("i", 2): insertions.append(path(numbers[0...1]))
      case ("r", 2): reloads.append(path(numbers[0...1]))
      case ("c", 2): reconfigures.append(path(numbers[0...1]))
      case ("m", 4): moves.append(.init(path(numbers[0...1]), path(numbers[2...3])))
      default: preconditionFailure("not a change: '\(word)'")
      }
    }
  }

  public var description: String {
    var words = deletedSections.map { "D\($0)" }
    words += insertedSections.map { "I\($0)" }
    words += reloadedSections.map { "R\($0)" }
    words += movedSections.map { "M\($0.source)>\($0.destination)" }
    func name(_ path: RowPath) -> String { "\(path.section).\(path.row)" }
    words += deletions.map { "d" + name($0) }
    words += insertions.map { "i" + name($0) }
    words += reloads.map { "r" + name($0) }
    words += reconfigures.map { "c" + name($0) }
    words += moves.map { "m\(name($0.source))>\(name($0.destination))" }
    return words.joined(separator: " ")
  }
}
