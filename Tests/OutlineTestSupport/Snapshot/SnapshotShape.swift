public import Outline

//  Snapshots as text: a line for the number of each section, and below it the indented outline of
//  the section.
//
//      1
//        +* a
//          -* a1
//      2

extension SnapshotModel where Section == Int, Item: LosslessStringConvertible {
  public init(_ text: String) {
    self.init()
    for line in text.split(separator: "\n") {
      if let section = Int(line) {
        entries.append(Entry(section: section))
      }
    }
    let outlines = text.split(separator: "\n").split(omittingEmptySubsequences: false) {
      Int($0) != nil
    }
    for (index, lines) in outlines.dropFirst().enumerated() {
      let outline = lines.map { $0.dropFirst(2) }.joined(separator: "\n")
      entries[index].outline = OutlineModel(outline)
    }
  }
}

extension SnapshotModel where Section == Int {
  public var shape: String {
    entries.map { entry in
      let lines = entry.outline.visualDescription().split(separator: "\n").map { "\n  \($0)" }
      return "\(entry.section)" + lines.joined()
    }.joined(separator: "\n")
  }
}

extension Snapshot where Section == Int {
  public init(_ model: SnapshotModel<Int, Item>, in empty: Snapshot = Snapshot()) {
    self = empty
    do {
      try appendSections(model.sections)
      for entry in model.entries {
        // In an outline of the same layout.
        var outline = self[entry.section]
        try outline.append(preorder: entry.outline.preorder)
        outline.expand(entry.outline.expandedItems)
        self[entry.section] = outline
      }
      try reloadItems(model.reloadedItemIdentifiers)
      try reconfigureItems(model.reconfiguredItemIdentifiers)
      try reloadSections(model.reloadedSectionIdentifiers)
      try reconfigureSections(model.reconfiguredSectionIdentifiers)
    } catch {
      preconditionFailure("\(error) in\n\(model.shape)")
    }
  }

  public var shape: String { SnapshotModel(self).shape }
}

extension SnapshotModel where Section == Int {
  /// Copies a snapshot without its marks.
  public init(_ snapshot: Snapshot<Int, Item>) {
    self.init()
    for section in snapshot.sectionIdentifiers {
      entries.append(Entry(section: section, outline: OutlineModel(snapshot[section])))
    }
  }
}

extension OutlineModel {
  public init(_ snapshot: SectionSnapshot<Item>) {
    do {
      try append(preorder: snapshot.items.map { ($0, snapshot.level(of: $0) ?? 0) })
    } catch {
      preconditionFailure("\(error) in\n\(snapshot.shape)")
    }
    expand(snapshot.expandedItems)
  }
}
