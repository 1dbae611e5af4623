/// Marked elements, in the order in which they were marked.
@usableFromInline
struct MarkList<Element: Hashable & Sendable> {
  /// At most one flat outline; an array, so that a snapshot without marks stores only a pointer.
  @usableFromInline var outline: [SectionSnapshot<Element>] = []
  /// A stored property, because `Array.isEmpty` is slow if it is not specialized.
  @usableFromInline var isEmpty = true

  @usableFromInline
  init() {}

  @inlinable var elements: [Element] { outline.first.map { Array($0.items) } ?? [] }

  @inlinable
  func contains(_ element: Element) -> Bool {
    outline.first?.contains(element) ?? false
  }

  /// Marks elements, each of which occurs once; marked elements keep their positions.
  @inlinable
  mutating func insert(_ elements: [Element]) {
    let new = elements.filter { !contains($0) }
    if new.isEmpty { return }
    if isEmpty {
      outline = [SectionSnapshot()]
      isEmpty = false
    }
    let end = outline[0].tree.insertionPoint(atEndOf: nil)
    _ = outline[0].insertAbsent(new, hashes: new.map { ItemTable.hash($0) }, at: end)
  }

  /// Replaces an element, if it is marked, with an unmarked one.
  @inlinable
  mutating func replace(_ element: Element, with new: Element, hash: UInt32) {
    guard let handle = outline.first?.table.handle(of: element) else { return }
    outline[0].replace(handle, with: new, hash: hash)
  }

  @inlinable
  mutating func remove(_ element: Element) {
    guard let handle = outline.first?.table.handle(of: element) else { return }
    outline[0].removeRows(outline[0].tree.subtreeRange(of: handle))
    if outline[0].tree.count == 0 {
      self = MarkList()
    }
  }
}

extension MarkList: Sendable {}
