//  Answers that come one after another, while children move from one parent to another.
//
//      answer ──▶ without edited items ──▶ with the children that stay ──▶ setChildren
//                                     │                              │
//                                     └─▶ cyclic children: wait      └─▶ missing children: wait
//
//  The parents of a server arrive one by one. In between, an item can be in two answers, or in
//  none, and a parent can be below its own child.

/// The result of a load.
struct ChildAnswer<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  let parent: OutlineDataSource<Section, Item>.Parent
  let page: ChildPage<Item>
  /// `true` for a page that is appended to the children; `false` for one that replaces them.
  let isNextPage: Bool
  let movesKnownChildren: Bool
  /// The last child before the answer, because there were more pages.
  let moreItem: Item?
  /// The number of loads that have begun so far.
  let request: Int
  /// Returns a Boolean value that indicates whether an edit was made after the load had begun: then
  /// the answer is outdated there.
  let hasEdit: (_ edit: Edit) -> Bool

  /// An edit during loads.
  enum Edit: Hashable {
    /// The item was added, removed, renamed or moved to another parent.
    case place(Item)
    /// The item was replaced by an equal one.
    case update(Item)
    /// The child has another order relative to a sibling.
    case displace(Item)
  }

  /// Returns a Boolean value that indicates whether the answer does not place an item.
  ///
  /// An answer always places the items that load more.
  func isEdited(_ item: Item) -> Bool {
    item != moreItem && item != page.moreItem && hasEdit(.place(item))
  }

  /// Returns a Boolean value that indicates whether the parent can have a child that the answer
  /// does not contain.
  ///
  /// A child that moves between the requests of pages can be in none of them.
  func canLack(_ child: Item) -> Bool {
    isEdited(child) || (page.isCombined || page.cursor != nil) && hasEdit(.displace(child))
  }
}

/// The parts of answers that wait: children that cannot move to their parent yet, and children that
/// an answer does not contain.
struct PendingAnswers<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Parent = OutlineDataSource<Section, Item>.Parent
  typealias Answer = ChildAnswer<Section, Item>

  /// A loaded child that cannot move to its parent yet, because the parent is below it.
  struct CyclicChild {
    let item: Item
    let parent: Item
    /// The next siblings in the answer.
    let nextSiblings: ArraySlice<Item>
    let answer: Answer
  }

  /// A child that an answer does not contain.
  ///
  /// It goes when all loads have ended that had begun before the answer, because one of them can
  /// contain it.
  struct MissingChild {
    let item: Item
    let parent: Parent
    fileprivate let request: Int
    /// The answer that does not contain the child.
    let answer: Answer
  }

  private(set) var cyclicChildren: [CyclicChild] = []
  private var missingChildren: [Item: MissingChild] = [:]
  /// The missing children by their requests, and some that are no longer missing.
  private var missingByRequest = Queue<(request: Int, item: Item)>()
  /// The parents whose children have become out of date.
  private var outdatedParents: [Parent] = []

  var isEmpty: Bool { cyclicChildren.isEmpty && missingChildren.isEmpty }

  /// A Boolean value that indicates whether children wait for the end of loads.
  var hasMissingChildren: Bool { !missingChildren.isEmpty }

  /// Inserts an answer, and moves earlier children to their parents if these are no longer below
  /// them.
  ///
  /// - Throws: ``SectionSnapshotError`` for an item that is repeated in the page, or for a known
  ///   one that must not move.
  mutating func insert(_ answer: Answer, into snapshot: inout Snapshot<Section, Item>) throws {
    let outline = try answer.page.outline()
    if !answer.movesKnownChildren {
      let known = outline.items.filter {
        snapshot.contains($0) && !answer.isEdited($0)
          && !snapshot.isDescendant($0, of: answer.parent)
      }
      guard known.isEmpty else { throw SectionSnapshotError.duplicateItems(known) }
    }
    cyclicChildren.removeAll { child in
      outline.contains(child.item) || outline.hasChildren(child.parent)
        || !answer.isNextPage && .item(child.parent) == answer.parent
    }
    // An answer that could not be inserted may have left some.
    outdatedParents = []
    if let item = answer.moreItem, !outline.contains(item),
      snapshot.isChild(item, of: answer.parent)
    {
      try snapshot.deleteKeepingChildren(item)
    }
    try insert(outline, of: answer, below: answer.parent, into: &snapshot)
    var count: Int
    repeat {
      let waiting = cyclicChildren
      count = waiting.count
      cyclicChildren = []
      for child in waiting {
        try insert(child, into: &snapshot)
      }
    } while cyclicChildren.count < count
    if let item = answer.page.moreItem, snapshot.isChild(item, of: answer.parent) {
      try snapshot.moveItems(CollectionOfOne(item), to: answer.parent.end)
    }
  }

  /// Takes the missing children that no load in progress can contain, and returns those that are
  /// still children of their parents.
  mutating func takeMissingChildren(
    of snapshot: Snapshot<Section, Item>, oldestLoad: Int?
  ) -> [MissingChild] {
    var due: [MissingChild] = []
    while let (request, item) = missingByRequest.first, request < oldestLoad ?? .max {
      _ = missingByRequest.popFirst()
      guard let child = missingChildren[item], child.request == request else { continue }
      missingChildren[item] = nil
      if snapshot.isChild(item, of: child.parent) {
        due.append(child)
      }
    }
    return due
  }

  /// Forgets the children of a parent that a handler has listed.
  mutating func forget(childrenOf parent: Parent) {
    cyclicChildren.removeAll { .item($0.parent) == parent }
    missingChildren = missingChildren.filter { $1.parent != parent }
  }

  /// Forgets what has become meaningless by a change of the snapshot.
  ///
  /// - Parameter isAnswer: `true` for a change that inserts an answer.
  /// - Returns: The parents that do not get a child of their answers, or keep a child that the
  ///   server may have removed.
  mutating func update(to new: Snapshot<Section, Item>, isAnswer: Bool) -> [Parent] {
    cyclicChildren.removeAll { child in
      guard new.contains(child.parent) else { return true }
      if new.contains(child.item) {
        if isAnswer { return false }
        if child.answer.isEdited(child.item) { return true }
        if new.isDescendant(child.parent, of: child.item) { return false }
      }
      // The child is gone, or an edit has moved an item between it and its parent.
      if !new.isChild(child.item, of: .item(child.parent)) {
        outdatedParents.append(.item(child.parent))
      }
      return true
    }
    defer { outdatedParents = [] }
    return outdatedParents
  }

  /// Keeps missing children among those that the program or the user has just edited.
  mutating func keep(_ items: [Item]) {
    for item in items {
      guard let child = missingChildren[item], child.answer.canLack(item) else { continue }
      missingChildren[item] = nil
      addOutdatedParent(of: item, in: child.answer, child.parent)
    }
  }

  /// Marks the parent of a child that stays without being in the answer, unless an edit has put the
  /// child there.
  private mutating func addOutdatedParent(of child: Item, in answer: Answer, _ parent: Parent) {
    if !answer.isEdited(child) && outdatedParents.last != parent {
      outdatedParents.append(parent)
    }
  }
}

// MARK: - Inserting

extension PendingAnswers {
  /// Inserts children below a parent.
  private mutating func insert(
    _ listed: SectionSnapshot<Item>, of answer: Answer, below parent: Parent,
    into snapshot: inout Snapshot<Section, Item>
  ) throws {
    var outline = listed
    let former = snapshot
    try takeAncestors(of: parent, from: &outline, of: answer, in: snapshot)
    let named = outline
    for item in named.items {
      missingChildren[item] = nil
    }
    try complete(&outline, of: answer, below: parent, listedBelow: nil, named, in: snapshot)
    for item in named.items where named.hasChildren(item) && outline.contains(item) {
      try complete(
        &outline, of: answer, below: .item(item), listedBelow: item, named, in: snapshot)
    }
    switch parent {
    case .item(let item):
      try snapshot.setChildren(outline, of: item, keepingOthers: answer.isNextPage)
    case .section(let section):
      try snapshot.setRoots(outline, of: section, keepingOthers: answer.isNextPage)
    }
    try snapshot.updateItems(
      named.items.filter { item in
        former.contains(item) && snapshot.contains(item) && !answer.isEdited(item)
          && !answer.hasEdit(.update(item))
      })
  }

  /// Removes edited items from the list of children of one parent in an answer, and adds the
  /// children that stay.
  ///
  /// Those are edited children, and missing ones that another load can contain.
  private mutating func complete(
    _ outline: inout SectionSnapshot<Item>, of answer: Answer, below parent: Parent,
    listedBelow item: Item?, _ named: SectionSnapshot<Item>, in snapshot: Snapshot<Section, Item>
  ) throws {
    let listed = outline.children(of: item).map(Array.init) ?? []
    if answer.isNextPage && item == nil {
      return try outline.delete(
        listed.filter { answer.isEdited($0) && !snapshot.isChild($0, of: parent) })
    }
    let current = snapshot.listOfChildren(of: parent)
    let staying = current.filter { child in
      answer.isEdited(child) || !outline.contains(child)
    }
    for child in staying where !named.contains(child) {
      if answer.canLack(child) {
        addOutdatedParent(of: child, in: answer, parent)
        continue
      }
      let request = missingChildren[child]?.request
      if request == nil {
        missingByRequest.append((answer.request, child))
      }
      missingChildren[child] = MissingChild(
        item: child, parent: parent, request: request ?? answer.request, answer: answer)
    }
    let children = listed.filter { !answer.isEdited($0) }.merged(
      with: current, staying: Set(staying), isDisplaced: { answer.hasEdit(.displace($0)) })
    try outline.setChildren(children, of: item)
  }

  /// Takes a parent and its ancestors from an answer.
  ///
  /// A later answer may be newer than the children that this one lists below an ancestor. So they
  /// are ignored, and the ancestor becomes stale.
  private mutating func takeAncestors(
    of parent: Parent, from outline: inout SectionSnapshot<Item>, of answer: Answer,
    in snapshot: Snapshot<Section, Item>
  ) throws {
    guard case .item(let parent) = parent else { return }
    let ancestors = outline.items.filter { $0 == parent || snapshot.isDescendant(parent, of: $0) }
    let items = outline.topmostItems(among: ancestors)
    for item in items where item != parent && !answer.isEdited(item) {
      let listedParent = outline.parent(of: item)
      let siblings = outline.children(of: listedParent).map(Array.init) ?? []
      cyclicChildren.append(
        CyclicChild(
          item: item, parent: listedParent ?? parent,
          nextSiblings: siblings.drop { $0 != item }.dropFirst(), answer: answer))
      if outline.hasChildren(item) {
        outdatedParents.append(.item(item))
      }
    }
    try outline.delete(items)
  }

  /// Moves a cyclic child below its parent, unless the parent is still below it.
  private mutating func insert(
    _ child: CyclicChild, into snapshot: inout Snapshot<Section, Item>
  ) throws {
    guard snapshot.contains(child.item), snapshot.contains(child.parent) else { return }
    guard !snapshot.isDescendant(child.parent, of: child.item) else {
      cyclicChildren.append(child)
      return
    }
    if snapshot.isChild(child.item, of: .item(child.parent)) { return }
    missingChildren[child.item] = nil
    let sibling = child.nextSiblings.first { snapshot.isChild($0, of: .item(child.parent)) }
    try snapshot.moveItems(
      [child.item], to: sibling.map { .before($0) } ?? .into(child.parent))
  }
}

extension Snapshot {
  /// Deletes missing children; descendants that were edited after the request take their places.
  ///
  /// A child with such descendants stays if it can be in a further page.
  ///
  /// - Parameter placedItems: The items with recorded edits. If they are fewer than the descendants
  ///   of a child, only they are tested, because nested children share descendants.
  mutating func deleteMissingChildren(
    _ children: [PendingAnswers<Section, Item>.MissingChild], placedItems: [Item]
  ) throws {
    var deleted: [Item] = []
    for child in children {
      let descendants = self.descendants(of: child.item)
      let candidates =
        placedItems.count < descendants?.count ?? 0
        ? placedItems.filter { isDescendant($0, of: child.item) }
        : descendants.map(Array.init) ?? []
      let edited = candidates.filter(child.answer.isEdited)
      if !edited.isEmpty && child.answer.page.cursor != nil { continue }
      try moveItems(topmostItems(among: edited), to: .before(child.item))
      deleted.append(child.item)
    }
    try deleteItems(deleted)
  }
}

extension Array where Element: Hashable {
  /// Returns the children of an answer together with children that stay.
  ///
  /// The order is that of the answer. Each child that stays, and each of the fewest that moved
  /// among their siblings, follows the child that precedes it now.
  ///
  /// - Parameters:
  ///   - current: The current children.
  ///   - staying: Those that stay wherever the answer has them, if at all.
  ///   - isDisplaced: Whether an edit has changed the order of a child relative to a sibling.
  fileprivate func merged(
    with current: [Element], staying: Set<Element>, isDisplaced: (_ child: Element) -> Bool
  ) -> [Element] {
    let displaced = current.filter { !staying.contains($0) && isDisplaced($0) }
    if staying.isEmpty && displaced.isEmpty { return self }
    let positions = Dictionary(uniqueKeysWithValues: zip(self, indices))
    let common = displaced.filter { positions[$0] != nil }
    let moved = indicesOutOfOrder(common.compactMap { positions[$0] }).map { common[$0] }
    let following = staying.union(moved)
    let others = filter { !following.contains($0) }
    return others.inserting(current.filter(following.contains), after: current)
  }

  /// Inserts elements, each after the element that precedes it in a list, or else before the next
  /// one, or else at the end.
  private func inserting(_ elements: [Element], after list: [Element]) -> [Element] {
    let new = Set(elements)
    let own = Set(self)
    var followers: [Element: [Element]] = [:]
    var leading: [Element] = []
    var last: Element?
    for element in list {
      if own.contains(element) {
        last = element
      } else if new.contains(element) {
        if let last {
          followers[last, default: []].append(element)
        } else {
          leading.append(element)
        }
      }
    }
    let next = list.first(where: own.contains)
    let result = flatMap { element in
      (element == next ? leading : []) + [element] + (followers[element] ?? [])
    }
    return next == nil ? result + leading : result
  }
}

extension ChildPage {
  /// The items of the page.
  var itemSet: Set<Item> {
    switch contents {
    case .items(let items): Set(items)
    case .snapshot(let snapshot): Set(snapshot.items)
    }
  }

  /// The number of children, without their descendants.
  var childCount: Int {
    switch contents {
    case .items(let items): items.count
    case .snapshot(let snapshot): snapshot.rootItems.count
    }
  }

  /// The children of the page as an outline.
  fileprivate func outline() throws(SectionSnapshotError<Item>) -> SectionSnapshot<Item> {
    var outline = try contents.outline()
    if let moreItem {
      try outline.append(CollectionOfOne(moreItem))
    }
    return outline
  }

  /// Returns this page with the next one, whose known items stay where they are.
  func appending(_ next: ChildPage) throws -> ChildPage {
    var outline = try contents.outline()
    var rest = try next.contents.outline()
    let known = rest.items.filter(outline.contains)
    try outline.updateItems(known)
    try rest.delete(known)
    try outline.append(rest, to: nil)
    return ChildPage(
      .snapshot(outline), cursor: next.cursor, moreItem: next.moreItem, isCombined: true)
  }
}

extension ChildPage.Contents {
  fileprivate func outline() throws(SectionSnapshotError<Item>) -> SectionSnapshot<Item> {
    switch self {
    case .snapshot(let snapshot): return snapshot
    case .items(let items):
      var outline = SectionSnapshot<Item>()
      try outline.append(items)
      return outline
    }
  }
}
