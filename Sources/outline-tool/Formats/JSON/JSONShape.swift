enum JSONShape {
  /// Objects have their children in arrays, or in objects keyed by name. The keys of these members
  /// have ranks above 0; under the best key, which has the highest rank, texts are also children.
  case nested(ranks: [UInt8])
  case parents(JSONRecordKeys)
  case lists(JSONRecordKeys)
  case generic
}

struct JSONRecordKeys {
  let array: Int
  let identity: UInt32
  /// The key of a record's parent, or of its list of children.
  let link: UInt32
}

/// Finds the shape of a file.
///
/// The structure below a key counts more than its name.
struct JSONShapeFinder {
  private let members: JSONMembers
  private let statistics: JSONStatistics
  private let valueCount: Int

  init(_ table: borrowing JSONTable, members: JSONMembers) {
    self.members = members
    statistics = JSONStatistics(table, members: members)
    valueCount = table.values.count
  }

  /// Returns the possible shapes, the most likely first; the last one fits any file.
  func shapes(of table: borrowing JSONTable) -> [JSONShape] {
    let best = bestChildKey
    let isDeep = best.map { statistics.counts[Int($0)].parents > 0 } ?? false
    if let best, isDeep, members.children == 0, members.parent == 0 {
      return [nested(by: best), .generic]
    }
    var shapes: [JSONShape] = []
    let records = records(in: table)
    // Options take precedence over evidence.
    if members.parent > 0 { shapes += records.parents }
    if members.children > 0 {
      shapes += records.lists
      let count = statistics.counts[Int(members.children)]
      if count.nodes + count.words > 0 { shapes.append(nested(by: members.children)) }
    }
    shapes += records.parents + records.lists
    shapes += [best.map(nested(by:)) ?? shapeOfLeaves(in: table)].compactMap(\.self)
    return shapes + [.generic]
  }

  /// The key with the most children, if any looks like a key of children.
  private var bestChildKey: UInt32? {
    var best: (key: UInt32, score: UInt64)?
    for key in 1..<max(1, members.count) {
      let count = statistics.counts[key]
      let member = members[UInt32(key)]
      guard count.nodes > 0, count.coverage * 2 >= valueCount, isChildKey(UInt32(key)) else {
        continue
      }

      let isLabeled = count.labeled * 2 >= count.nodes
      guard member.isUsualChild ? count.parents > 0 || isLabeled : count.parents > 0 && isLabeled
      else { continue }
      // Nested children are stronger evidence than a single level of them.
      let weight = (member.isUsualChild ? 2 : 1) * (count.parents > 0 ? valueCount : 1)
      let score = UInt64(count.nodes) * UInt64(weight)
      if score > best?.score ?? 0 { best = (UInt32(key), score) }
    }
    return best?.key
  }

  /// Returns whether a member can contain children.
  ///
  /// npm lists dependencies as objects; elsewhere they are version requirements, which are strings.
  private func isChildKey(_ key: UInt32) -> Bool {
    let count = statistics.counts[Int(key)]
    return !members[key].isKeyed || count.words == 0 && count.labeled * 2 >= count.nodes
  }

  private func isNamedLabel(_ key: UInt32) -> Bool { key > 0 && key == members.label }

  /// Returns the shape of a file whose objects are leaves with labels: at most empty arrays of
  /// children accompany their scalars, or these are at least half of the values of an array, unless
  /// an option names the label.
  private func shapeOfLeaves(in table: borrowing JSONTable) -> JSONShape? {
    let root = table.root
    let isArray = table[root].kind == .array
    var objects =
      isArray ? table.children(of: root) : JSONChildren(first: root, end: table.next(after: root))
    var childKey: UInt32?
    var hasOthers = false
    var areRows = isArray
    var count = 0
    while let object = objects.next(in: table) {
      guard table[object].kind == .object else { return nil }
      var isLabeled = false
      var isRow = false
      var children = table.children(of: object)
      while let child = children.next(in: table) {
        let value = table[child]
        let member = members[value.key]
        if !value.isContainer {
          isLabeled = isLabeled || member.labelRank < JSONMember.noLabel
          isRow = isRow || member.marksRow || isNamedLabel(value.key)
          count += 1
        } else if value.kind == .array, value.end == child + 1, !member.isKeyed,
          member.isUsualChild
        {
          childKey = value.key
        } else {
          hasOthers = true
        }
      }
      if !isLabeled { return nil }
      areRows = areRows && isRow
      count += 1
    }
    if let childKey, !hasOthers { return nested(by: childKey) }
    guard areRows, members.label > 0 || count * 2 >= valueCount else { return nil }
    return .nested(ranks: Array(repeating: 0, count: members.count))
  }

  private func nested(by best: UInt32) -> JSONShape {
    var ranks = [UInt8](repeating: 0, count: members.count)
    for key in ranks.indices where members.children == 0 && members[UInt32(key)].isUsualChild {
      if isChildKey(UInt32(key)) { ranks[key] = 1 }
    }
    ranks[Int(best)] = 2
    return .nested(ranks: ranks)
  }

  /// Examines the members of the objects in the largest array.
  private func records(in table: borrowing JSONTable) -> (parents: [JSONShape], lists: [JSONShape])
  {
    let (array, objectCount) = statistics.largestArray
    guard objectCount > 0, (table.next(after: array) - array) * 2 >= table.values.count else {
      return ([], [])
    }
    var counts = JSONKeyCounts(count: members.count)
    var elements = table.children(of: array)
    while let element = elements.next(in: table) {
      guard table[element].kind == .object else { continue }
      var children = table.children(of: element)
      while let child = children.next(in: table) { counts.add(child, in: table, members) }
    }

    let enough = objectCount - objectCount / 2
    let identities =
      members.identity > 0
      ? [members.identity] : counts.identities(of: enough, members)
    let parent =
      members.parent > 0
      ? members.parent : counts.bestParent(members, orSuperior: bestChildKey == nil)
    let list = members.children > 0 ? members.children : counts.bestList

    func keys(_ link: UInt32?) -> [JSONRecordKeys] {
      guard let link else { return [] }
      return identities.map { JSONRecordKeys(array: array, identity: $0, link: link) }
    }
    return (keys(parent).map { .parents($0) }, keys(list).map { .lists($0) })
  }
}

/// The numbers of records that have each key, by role.
private struct JSONKeyCounts {
  private var words: [Int]
  private var lists: [Int]

  init(count: Int) {
    words = Array(repeating: 0, count: count)
    lists = words
  }

  mutating func add(_ index: Int, in table: borrowing JSONTable, _ members: borrowing JSONMembers) {
    let value = table[index]
    let member = members[value.key]
    if !value.isContainer {
      words[Int(value.key)] += 1
    } else if value.kind == .array && value.end > index + 1 && !table[index + 1].isContainer,
      member.isUsualChild || value.key == members.children && value.key > 0
    {
      lists[Int(value.key)] += 1
    }
  }

  /// Returns keys that can identify the records: common names for identities, and a label.
  func identities(of enough: Int, _ members: borrowing JSONMembers) -> [UInt32] {
    var identities: [(key: UInt32, rank: UInt8)] = []
    var label: (key: UInt32, rank: UInt8)?
    for key in words.indices where words[key] >= enough {
      let role = members[UInt32(key)].role
      if let rank = role.identityRank {
        identities.append((UInt32(key), rank))
      } else if let rank = role.labelRank, rank < label?.rank ?? .max {
        label = (UInt32(key), rank)
      }
    }
    identities.sort { $0.rank < $1.rank }
    return identities.map(\.key) + [label].compactMap { $0?.key }
  }

  /// Returns the most frequent key of parents; without one, that of superiors.
  func bestParent(_ members: borrowing JSONMembers, orSuperior: Bool) -> UInt32? {
    var best: (key: UInt32, rank: Int, count: Int) = (0, 0, 0)
    for key in words.indices {
      let role = members[UInt32(key)].role
      let rank = role.isParent ? 2 : orSuperior && role.isSuperior ? 1 : 0
      if rank > 0 && (rank, words[key]) > (best.rank, best.count) {
        best = (UInt32(key), rank, words[key])
      }
    }
    return best.count > 0 ? best.key : nil
  }

  var bestList: UInt32? {
    guard let most = lists.max(), most > 0 else { return nil }
    return lists.firstIndex(of: most).map { UInt32($0) }
  }
}
