/// Elements that are marked, in the order in which they were.
@usableFromInline
struct MarkList<Element: Hashable & Sendable> {
  /// A flat outline of the elements; none while there are none, so that a snapshot without marks
  /// stays small.
  @usableFromInline var outline: [SectionSnapshot<Element>] = []
  /// Whether there are none; kept, since it is asked so often and an array of any type takes long
  /// to answer.
  @usableFromInline var isEmpty = true

  @usableFromInline
  init() {}

  @inlinable var elements: [Element] { outline.first.map { Array($0.items) } ?? [] }

  @inlinable
  func contains(_ element: Element) -> Bool {
    outline.first?.contains(element) ?? false
  }

  /// Marks elements, each of which is there once; those that are marked already stay where they
  /// are.
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
