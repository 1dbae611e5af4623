extension Document {
  /// Whether any node can have attributes that the reader found.
  var hasAttributes: Bool { !attributes.names.isEmpty || !starts.isEmpty }

  /// Returns the attributes of a node, except those with its text or its expansion.
  func attributes(of node: Node) -> [RowAttribute] {
    guard case .file(let format) = source else { return [] }
    let row = Int(node.number)
    var all = attributes.names.compactMap { name in
      attributes.range(of: name, row: row).map { RowAttribute(name: name, value: Bytes(bytes[$0])) }
    }
    if row < starts.count { all += format.attributes(at: Int(starts[row]), in: bytes.span) }
    let text = self.text(of: node)
    let states = ["collapse", "collapsed", "folded", "expanded"]
    return all.filter { attribute in
      attribute.value[...] != text
        && !states.contains { attribute.name.span.equalsIgnoringCase($0) }
    }
  }

  /// Returns whether the attributes of two nodes of files in one format are the same.
  ///
  /// Compares the source first, since that is fast and usually enough.
  func hasSameAttributes(_ node: Node, as other: Document, _ otherNode: Node) -> Bool {
    guard case .file(let format) = source, case .file(let otherFormat) = other.source,
      format.name == otherFormat.name
    else { return true }
    let (row, otherRow) = (Int(node.number), Int(otherNode.number))
    var isSame = true
    for name in attributes.names where isSame {
      let range = attributes.range(of: name, row: row) ?? 0..<0
      let otherRange = other.attributes.range(of: name, row: otherRow) ?? 0..<0
      isSame = bytes.span.equals(range, other.bytes.span, otherRange)
    }
    if isSame, row < starts.count, otherRow < other.starts.count {
      isSame = bytes.span.equals(
        format.attributeRange(at: Int(starts[row]), in: bytes.span), other.bytes.span,
        format.attributeRange(at: Int(other.starts[otherRow]), in: other.bytes.span))
    }
    if isSame { return true }
    let (attributes, otherAttributes) = (attributes(of: node), other.attributes(of: otherNode))
    return Set(attributes) == Set(otherAttributes)
  }
}
