// Arrays of records that refer to each other by identity.

extension JSONReader {
  /// Adds rows for records that name their parents, unless too many parents are missing.
  mutating func addRecords(_ keys: JSONRecordKeys, in bytes: Span<UInt8>) {
    lostCount = lostCount(around: keys.array)
    let elements = elements(of: keys.array)
    var records = LinkedRecords(expecting: elements.count)
    for element in elements {
      let identity = word(keys.identity, of: element)
      records.append(identity: identity, parent: word(keys.link, of: element))
    }
    let result = records.linked(in: bytes)
    let isLikely = members.parent > 0 || !members[keys.link].role.isSuperior
    guard isLikely || result.isFlawless else { return }
    addRows(elements, linked: result, isForced: members.parent > 0, in: bytes)
  }

  /// Adds rows for records that list their children, unless too many children are missing.
  mutating func addLists(_ keys: JSONRecordKeys, in bytes: Span<UInt8>) {
    lostCount = lostCount(around: keys.array)
    let elements = elements(of: keys.array)
    let identities = elements.map { word(keys.identity, of: $0)?.packed ?? 0..<0 }
    var lists = ListedRecords(identities, in: bytes)
    for (row, element) in elements.enumerated() where table[element].kind == .object {
      var children = table.children(of: element)
      while let child = children.next(in: table) {
        guard table[child].key == keys.link && table[child].isContainer else { continue }
        var names = table.children(of: child)
        while let name = names.next(in: table) {
          if !table[name].isContainer { lists.add(table[name].range, to: row, in: bytes) }
        }
      }
    }
    addRows(elements, linked: lists.linked(), isForced: false, in: bytes)
  }

  /// Returns the number of values outside an array that would be lost.
  private func lostCount(around array: Int) -> Int {
    var wrapper = table.root
    var count = 0
    while wrapper != array {
      var inner = array
      count += lostCount(of: wrapper) { member in
        guard member <= array, array < table.next(after: member) else { return false }
        inner = member
        return true
      }
      wrapper = inner
    }
    return count
  }

  private func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    var children = table.children(of: array)
    while let child = children.next(in: table) { elements.append(child) }
    return elements
  }

  /// Returns the scalar that a record has for a key.
  private func word(_ key: UInt32, of record: Int) -> Range<Int>? {
    guard table[record].kind == .object else { return nil }
    var children = table.children(of: record)
    while let child = children.next(in: table) {
      let value = table[child]
      if value.key == key && !value.isContainer { return value.range }
    }
    return nil
  }

  private mutating func addRows(
    _ elements: [Int], linked: LinkedRecords.Result, isForced: Bool, in bytes: Span<UInt8>
  ) {
    guard isForced || linked.foundCount > 0 && linked.foundCount * 2 >= linked.namedCount else {
      return
    }
    problems.append(linked.problems)
    members.rankChildren([UInt8](repeating: 0, count: members.count))
    linked.links.walk { row, level in
      let element = elements[row]
      guard table[element].kind == .object else {
        addRow(memberText(element, in: bytes), level: level, of: element)
        return
      }
      let node = node(of: element, in: bytes)
      let text = textRange(of: node, key: 0, in: bytes)
      addRow(text, level: level, of: element, isCollapsed: node.isCollapsed)
    }
  }
}
