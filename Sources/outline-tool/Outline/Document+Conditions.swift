import OutlineCore

extension RowAttribute {
  /// The attribute with the state of a task, which few formats store under this name.
  static let stateName = Bytes("state".utf8)
  /// The attributes that tell whether a task is done.
  static let doneNames = [
    "_complete", "complete", "completed", "checked", "_status", "done",
  ].map { Bytes($0.utf8) }
}

extension Condition {
  /// The attributes with the tags of a row.
  private static let tagNames = [
    "tags", "tag", "TAGS", "category", "categories", "labels", "keywords",
  ]

  /// The attributes that the condition and its alternatives name.
  var namedAttributes: [Bytes] {
    (isOfState || isOfTag ? [] : [name]) + alternatives.flatMap(\.namedAttributes)
  }

  /// The attributes that the condition needs.
  var attributeNames: [Bytes] {
    var names = [name]
    if isOfTag { names += Condition.tagNames.map { Bytes($0.utf8) } }
    return names + alternatives.flatMap(\.attributeNames)
  }

  private var isOfPresence: Bool { comparison == .missing || comparison == .there }

  /// Returns whether an attribute has the tag, or any tag.
  fileprivate func isTag(in tags: Bytes) -> Bool {
    isOfPresence ? !tags.isEmpty : tags.hasWord(value, ignoringCase: ignoresCase)
  }

  /// Returns whether a text has the tag, or any tag, as a word such as `#home` or `@home`.
  fileprivate func isTag(inText text: Bytes) -> Bool {
    isOfPresence
      ? text.hasAnyWord(after: "#@")
      : text.hasWord(value, after: "#@", ignoringCase: ignoresCase)
  }
}

extension Document {
  /// The keywords at the start of texts that tell the state of a task.
  var taskStates: [TaskState] { format?.taskStates(in: file.bytes.span) ?? [] }

  /// Returns the rows that have or inherit the tag of a condition.
  func inheritors(for conditions: [Condition]) -> [ObjectIdentifier: Set<Node>] {
    var inheritors: [ObjectIdentifier: Set<Node>] = [:]
    for condition in conditions.flatMap({ [$0] + $0.alternatives }) where condition.isOfAllTags {
      var rows: Set<Node> = []
      let isOfFile =
        format?.inheritedTags(in: file.bytes.span).contains(where: condition.isTag(in:)) ?? false
      // Parents come before their children.
      for node in outline.items {
        let inherits = outline.parent(of: node).map(rows.contains) ?? isOfFile
        if inherits || hasTag(of: condition, node) { rows.insert(node) }
      }
      inheritors[ObjectIdentifier(condition)] = rows
    }
    return inheritors
  }

  /// Returns whether a row satisfies all conditions; each of them records whether it is satisfied.
  func satisfies(
    _ conditions: [Condition], _ node: Node, inheritors: [ObjectIdentifier: Set<Node>]
  ) -> Bool {
    var isMatch = true
    for condition in conditions {
      let isSatisfied =
        satisfies(condition, node, inheritors)
        || condition.alternatives.contains { satisfies($0, node, inheritors) }
      if !condition.record(isSatisfied) { isMatch = false }
    }
    return isMatch
  }

  private func satisfies(
    _ condition: Condition, _ node: Node, _ inheritors: [ObjectIdentifier: Set<Node>]
  ) -> Bool {
    if let inheritors = inheritors[ObjectIdentifier(condition)] {
      condition.isSatisfied(byMembership: inheritors.contains(node))
    } else if condition.isOfTag {
      condition.isSatisfied(byMembership: hasTag(of: condition, node))
    } else {
      condition.isSatisfied(by: attribute(condition.name, of: node))
    }
  }

  /// Returns whether a row has a tag, as an attribute or as a word such as `#home` or `@home`.
  private func hasTag(of condition: Condition, _ node: Node) -> Bool {
    if format == nil { return false }
    if condition.isTag(inText: Bytes(text(of: node)).withoutTagValues) { return true }
    return condition.attributeNames.contains {
      attribute($0, of: node).map(condition.isTag(in:)) ?? false
    }
  }

  /// Returns the state of a task: a keyword or a check box at the start of its text, or an
  /// attribute that tells whether it is done.
  func state(of node: Node, among states: Set<Bytes>) -> Bytes? {
    guard let format else { return nil }
    let text = text(of: node).withoutOrdinal
    if let state = boxState(of: text) { return state }

    let word = Bytes(text.prefix { !$0.isBlank && $0 != UInt8(ascii: ":") })
    if word.count < text.count && states.contains(word) { return word }

    for name in RowAttribute.doneNames {
      guard let value = attribute(name, of: node) else { continue }
      let isOpen = ["false", "unchecked", "0", "no", "null"].contains {
        value.span.equalsIgnoringCase($0)
      }
      return isOpen ? .toDo : .done
    }
    return format.isDone(text: range(of: node), in: file.bytes.span).map { $0 ? .done : .toDo }
  }

  /// Returns the text of a node without an ordinal, and without a check box or a keyword that tells
  /// the state of a task.
  func textWithoutState(of node: Node, among states: Set<Bytes>) -> ArraySlice<UInt8> {
    let text = file.bytes[comparedRange(of: node)].withoutOrdinal
    if boxState(of: text) != nil { return text.dropFirst(3).drop { $0.isBlank } }
    let word = Bytes(text.prefix { !$0.isBlank })
    return states.contains(word) ? text.dropFirst(word.count).drop { $0.isBlank } : text
  }

  private func boxState(of text: ArraySlice<UInt8>) -> Bytes? {
    switch String(decoding: text.prefix(3), as: UTF8.self) {
    case "[ ]", "[_]": .toDo
    case "[x]", "[X]": .done
    default: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text without a number such as `1.` at its start.
  fileprivate var withoutOrdinal: Self {
    let number = prefix { $0.isASCIIDigit }
    guard !number.isEmpty && dropFirst(number.count).first == UInt8(ascii: ".") else { return self }
    return dropFirst(number.count + 1).drop { $0.isBlank }
  }
}

extension Bytes {
  /// The text without the values of tags, such as `2026-03-01` in `@due(2026-03-01)`.
  fileprivate var withoutTagValues: Bytes {
    let (start, end) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    guard contains(start) else { return self }
    var text = Bytes()
    var isInTag = false
    var hasEnds = true
    var index = 0
    while index < count {
      let byte = self[index]
      let isFirst = index == 0 || self[index - 1].isBlank
      isInTag = isFirst ? byte == UInt8(ascii: "@") : isInTag && !byte.isBlank
      text.append(byte)
      index += 1
      guard isInTag && byte == start && hasEnds else { continue }
      let close = (index..<count).first { self[$0] == end && self[$0 - 1] != UInt8(ascii: "\\") }
      hasEnds = close != nil
      index = close ?? index
    }
    return text
  }

  fileprivate static let toDo = Bytes("TODO".utf8)
  fileprivate static let done = Bytes("DONE".utf8)
}
