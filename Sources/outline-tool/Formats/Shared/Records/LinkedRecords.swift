/// Records that have identities and name their parents.
struct LinkedRecords {
  /// The range of each identity; empty if a record has none.
  private var identities: [PackedRange] = []
  private var parents: [PackedRange] = []

  /// The links between records, and the problems found.
  struct Result {
    var links: RowLinks
    var problems = ProblemLog()
    /// The number of records that name a parent, and of those whose parent exists.
    var namedCount = 0
    var foundCount = 0

    /// A Boolean value that indicates whether some records name parents, all of these exist, all
    /// identities are unique, and there are no cycles.
    ///
    /// Two unrelated columns of numbers would have missing parents, or no roots.
    var isFlawless: Bool { problems.isEmpty && foundCount > 0 }
  }

  init(expecting count: Int) {
    identities.reserveCapacity(count)
    parents.reserveCapacity(count)
  }

  mutating func append(identity: Range<Int>?, parent: Range<Int>?) {
    identities.append(identity?.packed ?? 0..<0)
    parents.append(parent?.packed ?? 0..<0)
  }

  /// Links records to their parents; records without a parent or in cycles are roots.
  func linked(in bytes: Span<UInt8>) -> Result {
    var result = Result(links: RowLinks(count: identities.count))
    let index = RecordIndex(identities, in: bytes)
    for row in index.repeated {
      result.problems.report(LinkProblem.duplicateIdentity, at: Int(identities[row].lowerBound))
    }

    for row in parents.indices where !parents[row].isEmpty {
      let name = parents[row].unpacked
      if let parent = index.row(of: name, in: bytes) {
        if parent == row { continue }
        result.foundCount += 1
        result.namedCount += 1
        result.links.setParent(of: row, to: parent)
      } else if !bytes.extracting(name).isRootName {
        result.namedCount += 1
        result.problems.report(LinkProblem.missingParent, at: name.lowerBound)
      }
    }

    for row in result.links.breakCycles() {
      result.problems.report(LinkProblem.cycle, at: Int(identities[row].lowerBound))
    }
    for row in identities.indices { result.links.link(row) }

    return result
  }
}

/// Records that list the identities of their children.
struct ListedRecords {
  private let index: RecordIndex
  private var result: LinkedRecords.Result
  /// The records that lists name, in order.
  private var named: [Int32] = []
  private var isNamed: [Bool]
  private let identities: [PackedRange]

  init(_ identities: [PackedRange], in bytes: Span<UInt8>) {
    self.identities = identities
    index = RecordIndex(identities, in: bytes)
    result = LinkedRecords.Result(links: RowLinks(count: identities.count))
    isNamed = Array(repeating: false, count: identities.count)
    for row in index.repeated {
      result.problems.report(LinkProblem.duplicateIdentity, at: Int(identities[row].lowerBound))
    }
  }

  /// Adds the record that a list names to the children of `parent`, unless it has a parent.
  mutating func add(_ name: Range<Int>, to parent: Int, in bytes: Span<UInt8>) {
    result.namedCount += 1
    guard let child = index.row(of: name, in: bytes) else {
      result.problems.report(LinkProblem.missingChild, at: name.lowerBound)
      return
    }
    result.foundCount += 1
    if isNamed[child] {
      result.problems.report(LinkProblem.multipleParents, at: name.lowerBound)
    } else {
      isNamed[child] = true
      named.append(Int32(child))
      result.links.setParent(of: child, to: parent)
    }
  }

  /// Returns the links, with children in the order of the lists.
  consuming func linked() -> LinkedRecords.Result {
    for row in result.links.breakCycles() {
      isNamed[row] = false
      result.problems.report(LinkProblem.cycle, at: Int(identities[row].lowerBound))
    }
    for row in isNamed.indices where !isNamed[row] { result.links.link(row) }
    for row in named where isNamed[Int(row)] { result.links.link(Int(row)) }
    return result
  }
}

/// An inconsistency in the links between records.
enum LinkProblem: String, FormatProblem {
  case missingParent = "unknown parent; shown as a root"
  case cycle = "cycle of parents; shown as a root"
  case duplicateIdentity = "duplicate identity; links refer to the first row"
  case missingChild = "unknown child"
  case multipleParents = "child of several rows; shown below the first"

  var isWarning: Bool { true }
}
