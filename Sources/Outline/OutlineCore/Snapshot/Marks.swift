/// The items and sections of a snapshot that are marked to be reloaded or reconfigured.
@usableFromInline
struct Marks<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  @usableFromInline var reloadedItems = MarkList<Item>()
  @usableFromInline var reconfiguredItems = MarkList<Item>()
  @usableFromInline var reloadedSections = MarkList<Section>()
  @usableFromInline var reconfiguredSections = MarkList<Section>()

  @usableFromInline
  init() {}

  @inlinable var isEmpty: Bool {
    reloadedItems.isEmpty && reconfiguredItems.isEmpty && reloadedSections.isEmpty
      && reconfiguredSections.isEmpty
  }

  @inlinable
  func contains(_ item: Item) -> Bool {
    reloadedItems.contains(item) || reconfiguredItems.contains(item)
  }
}

extension Marks: Sendable {}

/// Marks, if there are any; an object, so that a snapshot without marks stores only a pointer.
@usableFromInline
enum MarkStorage<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  case none
  indirect case some(Marks<Section, Item>)
}

extension MarkStorage: Sendable {}

/// Marked elements, in the order in which they were marked.
@usableFromInline
struct MarkList<Element: Hashable & Sendable> {
  /// A flat outline, or `nil` if there are no elements.
  @usableFromInline var outline: SectionSnapshot<Element>?

  @usableFromInline
  init() {}

  @inlinable var isEmpty: Bool { outline == nil }

  @inlinable var elements: [Element] { outline.map { Array($0.items) } ?? [] }

  @inlinable
  func contains(_ element: Element) -> Bool {
    outline?.contains(element) ?? false
  }

  /// Marks elements, each of which occurs once; marked elements keep their positions.
  @inlinable
  mutating func insert(_ elements: [Element]) {
    let new = elements.filter { !contains($0) }
    if new.isEmpty { return }
    var outline = outline ?? SectionSnapshot()
    // Otherwise, the outline would be copied.
    self.outline = nil
    let end = outline.tree.insertionPoint(atEndOf: nil)
    _ = outline.insertAbsent(new, hashes: new.map { ItemTable.hash($0) }, at: end)
    self.outline = outline
  }

  /// Replaces an element, if it is marked, with an unmarked one.
  @inlinable
  mutating func replace(_ element: Element, with new: Element, hash: UInt32) {
    guard let handle = outline?.table.handle(of: element) else { return }
    outline?.replace(handle, with: new, hash: hash)
  }

  @inlinable
  mutating func remove(_ element: Element) {
    guard let handle = outline?.table.handle(of: element) else { return }
    if outline?.count == 1 {
      outline = nil
    } else if let range = outline?.tree.subtreeRange(of: handle) {
      outline?.removeRows(range)
    }
  }
}

extension MarkList: Sendable {}
