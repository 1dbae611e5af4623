extension Snapshot: CustomStringConvertible {
  /// The numbers of sections, items and visible items.
  ///
  /// - Complexity: O(1)
  public var description: String {
    let sections = "\(numberOfSections) section\(numberOfSections == 1 ? "" : "s")"
    let items = "\(numberOfItems) item\(numberOfItems == 1 ? "" : "s")"
    return "Snapshot(\(sections), \(items), \(numberOfRows) visible)"
  }
}

extension Snapshot: CustomReflectable {
  /// A mirror whose children are the outlines of the sections, labeled with the sections.
  ///
  /// - Complexity: O(1), and O(log *s*) for each section that is read
  public var customMirror: Mirror {
    let children = sectionIdentifiers.indices.lazy.map { position in
      let handle = order.tree.handle(at: position, among: .all)
      return (label: "\(order.table[handle])" as String?, value: contents[handle] as Any)
    }
    return Mirror(self, children: children, displayStyle: .dictionary)
  }
}
