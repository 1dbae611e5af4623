/// The parts of a file outside of its rows, such as a title and the text above the first row.
struct DocumentHead {
  var title: Bytes?
  var attributes: [RowAttribute] = []
  /// The text outside of the rows.
  var note: Bytes?
  var comments: [Bytes] = []
  /// A Boolean value that indicates whether lines separate rows.
  var hasSeparators = false
  /// The lines of the title and the attributes, for the writers of the same format.
  var source: Bytes?
  /// The lines of a table above its records, to which a printer adds the records that it copies;
  /// `nil` if it copies none.
  var table: Bytes?
  /// The lines with the addresses of links in notes, for the writers of the same format.
  var definitions: [Bytes] = []
  /// A Boolean value that indicates whether a format changes a text that it holds.
  var changesNote = false

  /// The title and the attributes.
  var allAttributes: [RowAttribute] {
    (title.map { [RowAttribute(name: Bytes("title".utf8), value: $0)] } ?? []) + attributes
  }

  /// The lost parts, with the names of attributes, if a writer has removed all others.
  var losses: [(part: LostPart, names: [Bytes])] {
    var losses: [(LostPart, [Bytes])] = []
    let names = allAttributes.map(\.name)
    if !names.isEmpty { losses.append((.head, names)) }
    if note != nil {
      losses.append((changesNote ? .exactTextOutsideOfRows : .textOutsideOfRows, []))
    }
    if !comments.isEmpty { losses.append((.comments, [])) }
    if hasSeparators { losses.append((.separators, [])) }
    return losses
  }

  /// Adds an attribute; the first title counts.
  mutating func add(_ name: Bytes, _ value: Bytes) {
    if title == nil && !value.isEmpty && name.span.equalsIgnoringCase("title") {
      title = value
    } else {
      attributes.append(RowAttribute(name: name, value: value))
    }
  }
}
