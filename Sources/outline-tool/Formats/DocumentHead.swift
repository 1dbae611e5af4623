/// The parts of a file outside of its rows, such as a title and the text above the first row.
struct DocumentHead {
  var title: Bytes?
  var attributes: [RowAttribute] = []
  /// The text outside of the rows.
  var note: Bytes?

  /// The title as an attribute, if there is one.
  var titleAttribute: [RowAttribute] {
    title.map { [RowAttribute(name: Bytes("title".utf8), value: $0)] } ?? []
  }

  /// The title and the attributes.
  var allAttributes: [RowAttribute] { titleAttribute + attributes }

  /// The loss in a format without a place for any of this.
  var loss: WritingLoss {
    var loss: WritingLoss = note == nil ? [] : [.textOutsideOfRows]
    loss.insert(head: allAttributes)
    return loss
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
