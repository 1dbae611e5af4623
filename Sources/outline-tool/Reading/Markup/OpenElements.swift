/// The elements of a file of XML that are open and make no rows: whether they end tells whether the
/// file is whole.
struct OpenElements {
  private var names: [Range<Int>] = []

  mutating func begin(_ name: Range<Int>) {
    names.append(name)
  }

  /// The name of the element that was begun last.
  var last: Range<Int>? { names.last }

  /// Ends the element of this name that was begun last, or the one that it is in, whose end may be
  /// what is missing.
  mutating func end(_ name: Range<Int>, in bytes: Span<UInt8>, noting scanner: inout TagScanner) {
    let isOpen = names.suffix(2).map { bytes.extracting($0).equals(bytes.extracting(name)) }
    if isOpen.last == true {
      names.removeLast()
    } else if isOpen.first == true {
      finish(noting: &scanner)
      names.removeLast(2)
    } else {
      scanner.note(.looseEnd, at: name.lowerBound)
    }
  }

  /// Notes that the element begun last does not end.
  func finish(noting scanner: inout TagScanner) {
    if let last = names.last { scanner.note(.openElement, at: last.lowerBound) }
  }
}
