import Outline
import OutlineCore

//  The insertion of an answer: its children can come from other parents, and some wait.

extension SourceModel {
  /// An answer, as far as it can be inserted.
  struct Answer {
    let isNextPage: Bool
    /// A Boolean value that indicates whether several pages have arrived.
    let isCombined: Bool
    /// A Boolean value that indicates whether there is a further page.
    let hasMore: Bool
    /// The number of the load.
    let load: Int
    /// The number of loads that had begun when the answer came.
    let request: Int
    /// The items that load more, before and after the answer.
    let moreItems: [Int]
  }

  /// A loaded child that keeps its position, because its parent is below it.
  struct CyclicChild {
    let item: Int
    let parent: Int
    let nextSiblings: [Int]
    let answer: Answer
  }

  /// A child that its parent's answer does not contain, with the number of loads before the answer.
  struct MissingChild {
    let parent: ScriptedParent
    let request: Int
    let answer: Answer
  }

  func isEdited(_ item: Int, since answer: Answer) -> Bool {
    !answer.moreItems.contains(item) && edits[item].map { $0 >= answer.load } ?? false
  }

  /// An answer of several pages can lack children that moved.
  private func canLack(_ child: Int, _ answer: Answer) -> Bool {
    isEdited(child, since: answer)
      || (answer.isCombined || answer.hasMore) && displacements[child] ?? -1 >= answer.load
  }

  /// Inserts a page, and returns the failure.
  func insert(
    _ page: ScriptedAnswer, below parent: ScriptedParent, _ load: Load, in group: Origin
  ) -> String? {
    if let failure = page.failure { return failure }
    let old = latest
    let formerMoreItem = moreItems[parent]
    let answer = Answer(
      isNextPage: load.isNextPage, isCombined: page.isCombined, hasMore: page.cursor != nil,
      load: load.number, request: loadCount,
      moreItems: [formerMoreItem, page.moreItem].compactMap { $0 })
    var arriving = page.outline
    if arriving.items.repetitions.isEmpty, let item = page.moreItem {
      arriving.roots.append(.init(item: item))
    }
    guard arriving.items.repetitions.isEmpty else {
      return "duplicates \(arriving.items.repetitions.sorted())"
    }
    let items = arriving.items
    let descendants = children(of: parent, in: old).flatMap(\.subtree)
    let known = items.filter {
      old.node($0) != nil && !descendants.contains($0) && !isEdited($0, since: answer)
    }
    if load.loader.isStrict && !known.isEmpty { return "duplicates \(known.sorted())" }
    var new = old
    cyclicChildren.removeAll { child in
      items.contains(child.item) || arriving.children(of: child.parent)?.isEmpty == false
        || !load.isNextPage && .item(child.parent) == parent
    }
    if let item = formerMoreItem, !items.contains(item), isChild(item, of: parent, in: new) {
      deleteKeepingChildren(item, in: &new)
    }
    place(arriving, below: parent, answer, in: &new)
    var count = 0
    repeat {
      let waiting = cyclicChildren
      count = waiting.count
      cyclicChildren = []
      for child in waiting { place(child, in: &new) }
    } while cyclicChildren.count < count
    if let item = page.moreItem { moveToEnd(item, of: parent, in: &new) }
    placeMoreItems(in: &new, after: old, answering: parent)
    insertedParent = parent
    withoutRecordingEdits { enqueue(group) { $0 = new } }
    insertedParent = nil
    if isKnown(parent, in: latest) {
      moreItems[parent] =
        page.moreItem ?? formerMoreItem.flatMap { isChild($0, of: parent, in: new) ? nil : $0 }
    }
    return nil
  }

  private func place(
    _ arriving: OutlineModel<Int>, below parent: ScriptedParent, _ answer: Answer,
    in outline: inout Outline
  ) {
    var listed = arriving
    takeAncestors(of: parent, from: &listed, answer, in: outline)
    let named = listed
    for item in named.items { missingChildren[item] = nil }
    complete(&listed, below: parent, listedBelow: nil, named, answer, in: outline)
    for item in named.items where !(named.children(of: item) ?? []).isEmpty {
      if listed.contains(item) {
        complete(&listed, below: .item(item), listedBelow: item, named, answer, in: outline)
      }
    }
    switch parent {
    case .item(let item): try? outline.setOutlineOfChildren(listed, of: item)
    case .section(let section): try? outline.setOutlineOfRoots(listed, of: section)
    }
  }

  /// Takes the parent and its ancestors from an answer.
  private func takeAncestors(
    of parent: ScriptedParent, from listed: inout OutlineModel<Int>, _ answer: Answer,
    in outline: Outline
  ) {
    guard case .item(let parent) = parent else { return }
    let ancestors = outline.path(to: .item(parent))
    let page = listed
    for item in page.topmost(ancestors).map(\.item) {
      let listedParent = page.ancestors(of: item)?.first
      let siblings = page.children(of: listedParent) ?? []
      if item != parent && !isEdited(item, since: answer) {
        cyclicChildren.append(
          CyclicChild(
            item: item, parent: listedParent ?? parent,
            nextSiblings: Array(siblings.drop { $0 != item }.dropFirst()), answer: answer))
        if page.children(of: item)?.isEmpty == false { outdatedParents.append(.item(item)) }
      }
      listed.remove(item)
    }
  }

  /// Gives a parent in an answer the children that it has afterward.
  private func complete(
    _ listed: inout OutlineModel<Int>, below parent: ScriptedParent, listedBelow item: Int?,
    _ named: OutlineModel<Int>, _ answer: Answer, in outline: Outline
  ) {
    let answered = listed.children(of: item) ?? []
    let current = children(of: parent, in: outline).map(\.item)
    let placed = answered.filter { !isEdited($0, since: answer) }
    var result: [Int]
    if answer.isNextPage && item == nil {
      // Children of earlier pages stay, unless this one has them elsewhere.
      let staying = current.filter {
        answered.contains($0) || !listed.contains($0) || isEdited($0, since: answer)
      }
      result = staying + placed.filter { !current.contains($0) }
    } else {
      let staying = current.filter { isEdited($0, since: answer) || !listed.contains($0) }
      for child in staying where !named.contains(child) {
        if canLack(child, answer) {
          if !isEdited(child, since: answer) { outdatedParents.append(parent) }
        } else {
          missingChildren[child] = MissingChild(
            parent: parent, request: missingChildren[child]?.request ?? answer.request,
            answer: answer)
        }
      }
      let displaced = current.filter {
        placed.contains($0) && !staying.contains($0) && displacements[$0] ?? -1 >= answer.load
      }
      // Which of equally few children moved is arbitrary.
      let moved = indicesOutOfOrder(displaced.compactMap(placed.firstIndex)).map { displaced[$0] }
      let following = current.filter { staying.contains($0) || moved.contains($0) }
      result = placed.filter { !following.contains($0) }
      result.insert(following, like: current)
    }
    try? listed.setChildren(result, of: item)
  }

  /// Moves a child that was an ancestor of its parent, unless it still is.
  private func place(_ child: CyclicChild, in outline: inout Outline) {
    let parent = ScriptedParent.item(child.parent)
    guard outline.node(child.item) != nil, isKnown(parent, in: outline) else { return }
    guard !outline.path(to: parent).contains(child.item) else {
      cyclicChildren.append(child)
      return
    }
    let siblings = children(of: parent, in: outline).map(\.item)
    if siblings.contains(child.item) { return }
    missingChildren[child.item] = nil
    if let sibling = child.nextSiblings.first(where: siblings.contains) {
      try? outline.moveItems([child.item], to: .before(sibling))
    } else {
      try? outline.moveItems([child.item], to: .into(child.parent))
    }
  }

  /// Takes the missing children for which no load is in progress that had begun before.
  private func takeMissingChildren(of outline: Outline) -> [(item: Int, answer: Answer)] {
    let oldest = records.values.compactMap { $0.load?.firstNumber }.min() ?? .max
    let due = missingChildren.filter { $1.request < oldest }
    for item in due.keys { missingChildren[item] = nil }
    return due.filter { item, child in
      children(of: child.parent, in: outline).contains { $0.item == item }
    }.map { ($0, $1.answer) }
  }

  /// Deletes missing children; edited descendants take their places, or keep them if there is a
  /// further page.
  private func delete(_ children: [(item: Int, answer: Answer)], from outline: inout Outline) {
    var deleted: [Int] = []
    for (item, answer) in children {
      let below = outline.node(item)?.subtree.filter { $0 != item } ?? []
      let edited = below.filter { isEdited($0, since: answer) }
      if !edited.isEmpty && answer.hasMore { continue }
      let topmost = edited.filter { item in
        !outline.path(to: .item(item)).dropFirst().contains(where: edited.contains)
      }
      try? outline.moveItems(topmost, to: .before(item))
      deleted.append(item)
    }
    try? outline.deleteItems(deleted)
  }

  /// Makes a change that is no edit.
  func withoutRecordingEdits(_ change: () -> Void) {
    let wasInserting = isInserting
    isInserting = true
    change()
    isInserting = wasInserting
  }

  /// Removes missing children after a load has ended without an answer.
  func removeMissingChildren(in group: Origin?) {
    let due = takeMissingChildren(of: latest)
    if due.isEmpty { return }
    withoutRecordingEdits { enqueue(group ?? openGroup ?? Origin()) { delete(due, from: &$0) } }
  }
}

// MARK: - The items that load more

extension SourceModel {
  private func isChild(_ item: Int, of parent: ScriptedParent, in outline: Outline) -> Bool {
    children(of: parent, in: outline).contains { $0.item == item }
  }

  /// The item is the last child of its parent because that has more pages.
  func isMoreItem(_ item: Int) -> Bool {
    moreItems.contains { parent, moreItem in
      moreItem == item && records[parent]?.cursor != nil && isChild(item, of: parent, in: latest)
    }
  }

  private func moveToEnd(_ item: Int, of parent: ScriptedParent, in outline: inout Outline) {
    guard isChild(item, of: parent, in: outline) else { return }
    switch parent {
    case .item(let parent): try? outline.moveItems([item], to: .into(parent))
    case .section(let section): try? outline.moveItems([item], to: .end(of: section))
    }
  }

  private func deleteKeepingChildren(_ item: Int, in outline: inout Outline) {
    let children = children(of: .item(item), in: outline).map(\.item)
    try? outline.moveItems(children, to: .before(item))
    try? outline.deleteItems([item])
  }

  /// Moves them to the ends, or deletes those that have come back to parents without more pages.
  func placeMoreItems(
    in outline: inout Outline, after old: Outline, answering answered: ScriptedParent? = nil
  ) {
    let edited = outline
    var records = records
    for (parent, former) in formerRecords
    where answered == nil && former.children == children(of: parent, in: edited).map(\.item) {
      records[parent] = former.record
    }
    for item in edited.items {
      for (parent, moreItem) in moreItems
      where moreItem == item && parent != answered && isChild(item, of: parent, in: edited) {
        if records[parent]?.cursor == nil {
          guard old.node(item) == nil else { continue }
          deleteKeepingChildren(item, in: &outline)
        } else if children(of: parent, in: edited).last?.item != item {
          moveToEnd(item, of: parent, in: &outline)
        }
      }
    }
  }
}

extension ScriptedPage {
  var answer: ScriptedAnswer {
    var answer = ScriptedAnswer(
      outline: OutlineModel(), cursor: cursor, moreItem: cursor == nil ? nil : moreItem)
    switch contents {
    case .failure: answer.failure = "boom"
    case .outline(let seed): answer.outline = SourceModel.outline(seed)[0]
    case .items(let items): answer.outline.roots = items.map { .init(item: $0) }
    }
    return answer
  }
}

extension [Int] {
  /// Inserts items one by one, each after its predecessor in a list, or before its successor.
  fileprivate mutating func insert(_ items: [Int], like list: [Int]) {
    let anchors = self
    for item in items {
      let position = list.firstIndex(of: item) ?? 0
      let index =
        list[..<position].last(where: contains).flatMap(firstIndex).map { $0 + 1 }
        ?? list[position...].first(where: anchors.contains).flatMap(firstIndex) ?? count
      insert(item, at: index)
    }
  }
}

extension SnapshotModel<Int, Int> {
  /// The item and its ancestors.
  func path(to parent: ScriptedParent) -> [Int] {
    guard case .item(let item) = parent else { return [] }
    return [item] + (entries.lazy.compactMap { $0.outline.ancestors(of: item) }.first ?? [])
  }

  mutating func append(_ nodes: [OutlineModel<Int>.Node], to parent: ScriptedParent) {
    switch parent {
    case .item(let item):
      for index in entries.indices where entries[index].outline.contains(item) {
        entries[index].outline.withChildren(of: item) { $0 += nodes }
      }
    case .section(let section): self[section].roots += nodes
    }
  }
}

// MARK: - Changes of the outline

extension SourceModel {
  /// Notes what a change means for loads, and for what is known about children.
  func noteChange(from old: Outline, to new: Outline) {
    if !isInserting {
      for item in editedItems(from: old, to: new) {
        edits[item] = loadCount
        missingChildren[item] = nil
      }
      for parent in reorderedParents(from: old, to: new) {
        let former = children(of: parent, in: old).map(\.item)
        let current = children(of: parent, in: new).map(\.item).filter(former.contains)
        for (index, child) in current.enumerated() {
          let position = former.firstIndex(of: child) ?? 0
          if current[index...].contains(where: former[..<position].contains)
            || current[..<index].contains(where: former[position...].contains)
          {
            displacements[child] = loadCount
            if let missing = missingChildren[child], canLack(child, missing.answer) {
              missingChildren[child] = nil
              if !isEdited(child, since: missing.answer) { outdatedParents.append(missing.parent) }
            }
          }
        }
      }
    }
    cyclicChildren.removeAll { child in
      guard new.node(child.parent) != nil else { return true }
      if new.node(child.item) != nil {
        if isInserting { return false }
        if isEdited(child.item, since: child.answer) { return true }
        if new.path(to: .item(child.parent)).contains(child.item) { return false }
      }
      if new.parent(of: child.item) != child.parent {
        outdatedParents.append(.item(child.parent))
      }
      return true
    }
    missingChildren = missingChildren.filter { item, child in
      children(of: child.parent, in: new).contains { $0.item == item }
    }
    let left = SourceScript.parents.filter { isKnown($0, in: old) && !isKnown($0, in: new) }
    let loads = left.map { (parent: $0, number: records[$0]?.load?.number ?? 0) }
    for load in loads.sorted(by: { $0.number < $1.number }) {
      leave(load.parent, from: old)
    }
    for parent in SourceScript.parents where !isKnown(parent, in: old) && isKnown(parent, in: new) {
      guard let former = formerRecords.removeValue(forKey: parent) else { continue }
      if isInserting { continue }
      if former.children == children(of: parent, in: new).map(\.item) {
        records[parent] = former.record
      }
    }
  }

  private func leave(_ parent: ScriptedParent, from old: Outline) {
    guard var record = records.removeValue(forKey: parent) else { return }
    if let load = record.load {
      resume(load.waiters, "\(CancellationError())")
      record.status = status(restoring: load, after: record.status)
      record.load = nil
    }
    if record.status.isListed && !isInserting {
      formerRecords[parent] = (record, children(of: parent, in: old).map(\.item))
    }
  }

  /// The items that an edit has added, removed or moved to another parent.
  private func editedItems(from old: Outline, to new: Outline) -> Set<Int> {
    func family(of item: Int, in outline: Outline) -> ScriptedParent? {
      if let parent = outline.parent(of: item) { return .item(parent) }
      return outline.section(containing: item).map(ScriptedParent.section)
    }
    let all = Set(old.items + new.items)
    return all.filter { family(of: $0, in: old) != family(of: $0, in: new) }
  }

  private func reorderedParents(from old: Outline, to new: Outline) -> [ScriptedParent] {
    SourceScript.parents.filter { parent in
      let former = children(of: parent, in: old).map(\.item)
      let current = children(of: parent, in: new).map(\.item)
      return former.filter(current.contains) != current.filter(former.contains)
    }
  }
}
