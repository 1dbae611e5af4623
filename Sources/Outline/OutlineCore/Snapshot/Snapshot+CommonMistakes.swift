//  Likely first guesses, for which the compiler names the right call.
//
//  This file compiles before those of the methods: otherwise the compiler cannot explain a list of
//  items of another type.

extension Snapshot {
  @available(*, unavailable, message: "Pass a list of items: expand([item]).")
  @_documentation(visibility: private)
  public mutating func expand(_ item: Item) {}

  @available(*, unavailable, message: "Pass a list of items: collapse([item]).")
  @_documentation(visibility: private)
  public mutating func collapse(_ item: Item) {}

  @available(*, unavailable, message: "Pass a list of items: appendItems([item]).")
  @_documentation(visibility: private)
  public mutating func appendItems(_ item: Item, toSection section: Section? = nil)
    throws(SnapshotError<Section, Item>)
  {}

  @available(*, unavailable, message: "Pass a list of items: deleteItems([item]).")
  @_documentation(visibility: private)
  public mutating func deleteItems(_ item: Item) throws(SnapshotError<Section, Item>) {}

  @available(*, unavailable, message: "Pass a list of sections: appendSections([section]).")
  @_documentation(visibility: private)
  public mutating func appendSections(_ section: Section) throws(SnapshotError<Section, Item>) {}

  @available(
    *, unavailable, message: "Append to a section: snapshot[section].append(items, to: parent)."
  )
  @_documentation(visibility: private)
  public mutating func append(_ items: some Any, to parent: Item? = nil)
    throws(SnapshotError<Section, Item>)
  {}

  @available(*, unavailable, message: "Call deleteItems([item]) or deleteSections([section]).")
  @_documentation(visibility: private)
  public mutating func delete(_ items: some Any) throws(SnapshotError<Section, Item>) {}

  @available(*, unavailable, message: "Read numberOfItems or numberOfSections.")
  @_documentation(visibility: private)
  public var count: Int { numberOfItems }

  @available(*, unavailable, message: "Read numberOfItems or numberOfSections.")
  @_documentation(visibility: private)
  public var isEmpty: Bool { numberOfSections == 0 }
}
