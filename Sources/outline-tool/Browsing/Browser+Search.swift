import Outline

/// A line of text that the user is typing.
struct Prompt {
  enum Purpose {
    case search
    case filter
  }

  let purpose: Purpose
  /// The row that was selected before.
  var origin: Node?
  var text = Bytes()
  /// The rows that the search has expanded.
  var expanded: [Node] = []
  /// The first row with the text.
  var match: Node?
}

extension Browser {
  func press(_ key: Key, in prompt: Prompt) async {
    let last = prompt
    var prompt = prompt
    switch key {
    case .character(let character):
      prompt.text += String(character).utf8
    case .backspace:
      guard let last = prompt.text.lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
        return cancel(prompt)
      }
      prompt.text.removeSubrange(last...)
    case .control("u"):
      prompt.text = []
    case .enter:
      mode = .rows
      switch prompt.purpose {
      case .search where prompt.text.isEmpty: break
      case .search:
        pattern = prompt.text
        if prompt.match == nil { reportNoMatch(of: pattern) }
      case .filter: await applyFilter(prompt.text)
      }
      return
    case .escape, .control("c"):
      return cancel(prompt)
    case .control("z"):
      return terminal.pause()
    case .control("l"):
      return screen.clear(terminal.size)
    default:
      break
    }

    if prompt.purpose == .search {
      restore(&prompt)
      // Only rows that contain a text can contain a longer one.
      let isLonger = last.origin != nil && !last.text.isEmpty && prompt.text.starts(with: last.text)
      let start = isLonger ? last.match : prompt.origin ?? outline.items.first
      if !prompt.text.isEmpty { await find(&prompt, from: start) }
    }
    mode = .prompt(prompt)
  }

  private func cancel(_ prompt: Prompt) {
    var prompt = prompt
    restore(&prompt)
    mode = .rows
  }

  /// Undoes what a search has changed.
  private func restore(_ prompt: inout Prompt) {
    if !prompt.expanded.isEmpty { edit { [nodes = prompt.expanded] in $0.collapse(nodes) } }
    prompt.expanded = []
    if let origin = prompt.origin { select(origin) }
  }

  /// Selects the first match at or after a row.
  private func find(_ prompt: inout Prompt, from start: Node?) async {
    prompt.match = nil
    if let start = start.flatMap({ outline.index(of: $0) }) {
      prompt.match = await match(prompt.text, from: start, isForward: true)
    }
    if let match = prompt.match {
      prompt.expanded = reveal(match)
    } else {
      message = Bytes("no row contains this text".utf8)
    }
  }

  /// Selects the next or previous match of the last search.
  func findNext(_ direction: Int) async {
    guard !pattern.isEmpty, let selected, let index = outline.index(of: selected) else {
      message = Bytes("search with / first".utf8)
      return
    }
    let isForward = direction > 0
    if let match = await match(
      pattern, from: isForward ? index + 1 : index, isForward: isForward)
    {
      reveal(match)
    } else {
      reportNoMatch(of: pattern)
    }
  }

  private func reportNoMatch(of text: Bytes) {
    message = Bytes("no row \(root == nil ? "" : "here ")contains '".utf8) + text + "'".utf8
  }

  /// Returns the first matching row from a position on, and then from the other end on.
  private func match(_ text: Bytes, from start: Int, isForward: Bool) async -> Node? {
    let outline = outline
    let document = document
    let all = root.flatMap { items(of: $0, in: outline) } ?? 0..<outline.count
    let start = min(max(start, all.lowerBound), all.upperBound)
    let (before, after) = (all.lowerBound..<start, start..<all.upperBound)
    // A large outline takes longer than a key may.
    return await Task.detached {
      let pattern = Pattern(partOfRow: text)
      for range in isForward ? [after, before] : [before, after] {
        if let match = document.match(of: pattern, in: outline.items[range], isLast: !isForward) {
          return match
        }
      }
      return nil
    }.value
  }

  /// Returns the positions of a row and its descendants.
  private func items(of root: Node, in outline: SectionSnapshot<Node>) -> Range<Int>? {
    outline.index(of: root).map { $0..<$0 + 1 + (outline.descendants(of: root)?.count ?? 0) }
  }

  func applyFilter(_ text: Bytes) async {
    guard !text.isEmpty else { return leaveFilter() }
    readingOfLevels?.cancel()
    let all = source.snapshot()
    let document = document
    let range = root.flatMap { items(of: $0, in: all[0]) }
    let filtered = await Task.detached {
      let pattern = Pattern(partOfRow: text)
      let bytes = document.file.bytes.span
      var filtered = all
      filtered[0] = all[0].filtered { node in
        guard pattern.matches(bytes.extracting(document.name(of: node))) else { return false }
        guard let range else { return true }
        return all[0].index(of: node).map(range.contains) == true
      }
      filtered[0].expandAll()
      filtered[0].collapse(document.unreadDirectories)
      return filtered
    }.value
    if filtered[0].isEmpty {
      reportNoMatch(of: text)
    } else {
      filter = Filter(text: text, snapshot: filtered)
      pattern = text
    }
  }

  func leaveFilter() {
    filter = nil
    if let selected { reveal(selected) }
  }
}

extension Document {
  /// Returns the first or the last match in some rows.
  fileprivate func match(
    of pattern: Pattern, in items: SectionSnapshot<Node>.Items, isLast: Bool
  ) -> Node? {
    let bytes = file.bytes.span
    func isMatch(_ node: Node) -> Bool { pattern.matches(bytes.extracting(name(of: node))) }
    if !isLast { return items.first(where: isMatch) }
    // Walking forward is faster, so walk through one block after the other.
    var end = items.endIndex
    while end > items.startIndex {
      let start = max(items.startIndex, end - 1000)
      var match: Node?
      for node in items[start..<end] where isMatch(node) { match = node }
      if let match { return match }
      end = start
    }
    return nil
  }
}

extension Pattern {
  /// Creates a pattern for rows that contain a text; a text without capitals ignores case.
  fileprivate convenience init(partOfRow text: Bytes) {
    var glob = Bytes("*".utf8)
    for byte in text {
      if byte < 0x80 && !byte.isASCIILetter && !byte.isASCIIDigit {
        glob.append(UInt8(ascii: "\\"))
      }
      glob.append(byte)
    }
    let hasCapitals = String(decoding: text, as: UTF8.self).contains(where: \.isUppercase)
    do {
      try self.init(glob + "*".utf8, ignoringCase: !hasCapitals)
    } catch {
      preconditionFailure("Every escaped text is a glob: \(error)")
    }
  }
}
