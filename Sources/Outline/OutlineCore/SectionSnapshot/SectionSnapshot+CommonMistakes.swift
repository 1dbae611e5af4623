//  Likely first guesses, for which the compiler names the right call.
//
//  This file compiles before those of the methods: otherwise the compiler cannot explain a list of
//  items of another type.

extension SectionSnapshot {
  @available(*, unavailable, message: "Pass a list of items: append([item], to: parent).")
  @_documentation(visibility: private)
  public mutating func append(_ item: Item, to parent: Item? = nil) throws(SectionSnapshotError<
    Item
  >) {}

  @available(*, unavailable, message: "Pass a list of items: insert([item], before: anchor).")
  @_documentation(visibility: private)
  public mutating func insert(_ item: Item, before anchor: Item) throws(SectionSnapshotError<Item>)
  {}

  @available(*, unavailable, message: "Pass a list of items: insert([item], after: anchor).")
  @_documentation(visibility: private)
  public mutating func insert(_ item: Item, after anchor: Item) throws(SectionSnapshotError<Item>) {
  }

  @available(*, unavailable, message: "Pass a list of items: expand([item]).")
  @_documentation(visibility: private)
  public mutating func expand(_ item: Item) {}

  @available(*, unavailable, message: "Pass a list of items: collapse([item]).")
  @_documentation(visibility: private)
  public mutating func collapse(_ item: Item) {}

  @available(*, unavailable, message: "Pass a list of items: delete([item]).")
  @_documentation(visibility: private)
  public mutating func delete(_ item: Item) throws(SectionSnapshotError<Item>) {}
}
