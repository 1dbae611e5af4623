/// Compares the attributes and the notes of the rows of two documents.
///
/// A class, because each use of a structure would copy the documents.
final class RowContents {
  private let old: Document
  private let new: Document
  private let options: ComparisonOptions
  private let isSameFormat: Bool
  /// The positions of all names of attributes in both files.
  private let namePositions: [Int?]

  init(_ old: Document, _ new: Document, options: ComparisonOptions) {
    self.old = old
    self.new = new
    self.options = options
    isSameFormat = old.format != nil && old.format?.name == new.format?.name
    namePositions = old.file.attributes.namePositions(in: new.file.attributes)
  }

  /// Returns the changes of the attributes and the note of a row.
  ///
  /// Compares the source first, since that is fast and usually enough.
  func changes(_ node: Node, _ newNode: Node) -> RowChange {
    let isSame =
      isSameFormat && options.attributes.isEmpty
      && old.hasSameSource(node, as: new, newNode, positions: namePositions)
    let hasSameNote =
      options.ignoresNotes
      || (isSame
        ? old.file.notes[Int(node.number)] == new.file.notes[Int(newNode.number)]
        : old.note(of: node) == new.note(of: newNode))
    var change: RowChange = hasSameNote ? [] : .note
    if !isSame && Set(attributes(of: node, in: old)) != Set(attributes(of: newNode, in: new)) {
      change.insert(.attributes)
    }
    return change
  }

  /// Returns the attributes that differ between rows, with their values on both sides.
  func changedAttributes(
    _ node: Node, _ newNode: Node
  ) -> [(name: Bytes, old: Bytes?, new: Bytes?)] {
    let attributes = attributes(of: node, in: old)
    let newAttributes = self.attributes(of: newNode, in: new)
    let names = Set(attributes.map(\.name))
    let kept = Set(newAttributes)
    let newValues = Dictionary(newAttributes.map { ($0.name, $0.value) }) { first, _ in first }
    var changed: [(name: Bytes, old: Bytes?, new: Bytes?)] = []
    for attribute in attributes where !kept.contains(attribute) {
      changed.append((attribute.name, attribute.value, newValues[attribute.name]))
    }
    for attribute in newAttributes where !names.contains(attribute.name) {
      changed.append((attribute.name, nil, attribute.value))
    }
    return changed
  }

  private func attributes(of node: Node, in document: Document) -> [RowAttribute] {
    options.attributes(of: node, in: document, findsAll: isSameFormat)
  }
}
