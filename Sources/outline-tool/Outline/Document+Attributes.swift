extension [RowAttribute] {
  /// Returns the attributes other than the one with the note of a row.
  fileprivate func without(note: Bytes?) -> Self {
    guard let note else { return self }
    let source = RowAttribute.noteNames.lazy.compactMap { name in
      first { $0.name == name && $0.value == note }
    }.first
    return source.map { source in filter { $0 != source } } ?? self
  }
}

extension Document {
  /// Returns an attribute of a node, or `nil` if the node does not have it.
  ///
  /// The note of a row and the state of a task can have another form in the file.
  func attribute(_ name: Bytes, of node: Node) -> Bytes? {
    if name == RowAttribute.noteName { return note(of: node) }
    if let value = storedAttribute(name, of: node) { return value }
    return name == RowAttribute.stateName ? states.flatMap { state(of: node, among: $0) } : nil
  }

  private func storedAttribute(_ name: Bytes, of node: Node) -> Bytes? {
    let row = Int(node.number)
    if let range = file.attributes.range(of: name, row: row) { return Bytes(file.bytes[range]) }
    guard let format else {
      return row < facts.count ? facts[row].attribute(name) : nil
    }
    let start = row < file.starts.count ? Int(file.starts[row]) : nil
    return format.attribute(name, text: range(of: node), start: start, in: file.bytes.span)
      ?? file.innerAttributes[row]?.first { $0.name == name }?.value
  }

  /// Returns whether any node has an attribute.
  func hasAttribute(_ name: Bytes) -> Bool {
    file.texts.indices.contains { attribute(name, of: Node($0)) != nil }
  }

  /// The names of the attributes of the first rows.
  var attributeNames: [Bytes] {
    guard let format else {
      return EntryFacts.Name.allCases.map { Bytes($0.rawValue.utf8) }
    }
    let found = file.starts.prefix(1000).flatMap {
      format.attributes(at: Int($0), in: file.bytes.span)
    }
    let inner = file.innerAttributes.values.prefix(1000).joined()
    return file.attributes.available + Set((found + inner).map(\.name))
  }

  /// Returns the note of a node: the text below it in the file, or an attribute.
  func note(of node: Node) -> Bytes? {
    if let note = file.notes[Int(node.number)] { return note }
    for name in RowAttribute.noteNames {
      // Some formats have a null value, which reads as "null".
      if let note = storedAttribute(name, of: node), !note.isEmpty, !note.elementsEqual("null".utf8)
      {
        return note
      }
    }
    return nil
  }

  /// A Boolean value that indicates whether any node can have attributes that the reader found.
  var hasAttributes: Bool { !file.attributes.names.isEmpty || !file.starts.isEmpty }

  /// Returns the attributes of a node, except those with its text, its note or its expansion.
  func attributes(of node: Node) -> [RowAttribute] {
    let all = allAttributes(of: node, toWrite: false)
    if all.isEmpty || file.notes[Int(node.number)] != nil { return all }
    return all.without(note: note(of: node))
  }

  /// Returns the note of a node, the attribute with the address of a link, and the attributes with
  /// some names, or all if there are no names.
  func details(
    of node: Node, named names: [Bytes]
  ) -> (note: Bytes?, link: RowAttribute?, attributes: [RowAttribute]) {
    let all = allAttributes(of: node, toWrite: true)
    if all.isEmpty && file.notes.isEmpty && names.isEmpty { return (nil, nil, []) }
    // The lookup of a single attribute reads the whole row again.
    let hasNote = !file.notes.isEmpty || all.contains { RowAttribute.noteNames.contains($0.name) }
    let note = hasNote ? self.note(of: node) : nil
    let addressNames = all.isEmpty ? [] : format?.addressNames ?? []
    var link = addressNames.lazy.compactMap { name in
      all.first { $0.isNamed(name) && !$0.value.isEmpty }
    }.first
    if link == nil, let name = addressNames.first(where: { $0 == "url" }).map({ Bytes($0.utf8) }),
      all.contains(where: { $0.isNamed("text") })
    {
      // A text with markup can contain a link.
      link = attribute(name, of: node).map { RowAttribute(name: name, value: $0) }
    }
    let others = names.filter { $0 != RowAttribute.noteName }
    var attributes = names.isEmpty ? all : attributes(named: others, of: node)
    if file.notes[Int(node.number)] == nil { attributes = attributes.without(note: note) }
    if let link, names.isEmpty, !attributes.contains(link) { attributes.append(link) }
    return (note, link, attributes)
  }

  /// Returns the attributes of a node except the one that is its text.
  private func allAttributes(of node: Node, toWrite: Bool) -> [RowAttribute] {
    guard let format else { return [] }
    let row = Int(node.number)
    var all: [RowAttribute] = []
    for entry in file.attributes.entries(of: row) where !file.attributes.areRows {
      let range = entry.range.unpacked
      if range == file.texts[row] { continue }
      let name = file.attributes.names[Int(entry.name)]
      all.append(RowAttribute(name: name, value: Bytes(file.bytes[range])))
    }
    guard row < file.starts.count else { return all }
    let start = Int(file.starts[row])
    return all
      + (toWrite
        ? format.attributesToWrite(at: start, in: file.bytes.span)
        : format.attributes(at: start, in: file.bytes.span))
      + (file.innerAttributes[row] ?? [])
  }

  /// Returns the attributes of a node with some names, without those that are its note if that is
  /// shown elsewhere.
  func attributes(
    named names: [Bytes], of node: Node, omittingNote: Bool = false
  ) -> [RowAttribute] {
    let note = omittingNote ? note(of: node) : nil
    return names.compactMap { name in
      guard let value = attribute(name, of: node) else { return nil }
      let isNote = value == note && RowAttribute.noteNames.contains(name)
      return isNote ? nil : RowAttribute(name: name, value: value)
    }
  }

  /// Returns whether the attributes of two nodes have the same source.
  ///
  /// Both files must have the same format. The positions are those of all attribute names.
  @inline(__always)
  func hasSameSource(
    _ node: Node, as other: Document, _ otherNode: Node, positions: [Int?]
  ) -> Bool {
    let row = Int(node.number)
    let otherRow = Int(otherNode.number)
    return file.attributes.hasSameValues(
      row, in: file.bytes.span, as: other.file.attributes, otherRow, in: other.file.bytes.span,
      positions: positions)
      && file.innerAttributes[row] == other.file.innerAttributes[otherRow]
      && file.bytes.span.equals(
        sourceRange(of: row), other.file.bytes.span, other.sourceRange(of: otherRow))
  }

  /// The bytes from the start of a node's element to the next one, which contain its attributes.
  private func sourceRange(of row: Int) -> Range<Int> {
    guard row < file.starts.count else { return 0..<0 }
    let start = Int(file.starts[row])
    let end = row + 1 < file.starts.count ? Int(file.starts[row + 1]) : file.bytes.count
    if end > start { return start..<end }
    // Several rows of a list of paths can be on one line.
    guard let format else { return 0..<0 }
    return format.attributeRange(at: start, in: file.bytes.span)
  }
}
