public import Outline

extension BatchView {
  public struct Move: Hashable, Sendable {
    public var source: RowPath
    public var destination: RowPath

    public init(_ source: RowPath, _ destination: RowPath) {
      self.source = source
      self.destination = destination
    }
  }

  public struct SectionMove: Hashable, Sendable {
    public var source: Int
    public var destination: Int

    public init(_ source: Int, _ destination: Int) {
      self.source = source
      self.destination = destination
    }
  }

  public struct Cell: Equatable, Sendable, CustomStringConvertible {
    public var id: Int
    public var content: Int

    public init(_ id: Int, content: Int = 0) {
      self.id = id
      self.content = content
    }

    public var description: String { name(id, content: content) }
  }

  public struct Contents: Equatable, Sendable {
    public private(set) var sections: [Cell] = []
    /// The start of each section's cells, and the end of the last ones.
    public private(set) var starts = [0]
    public private(set) var cells: [Cell] = []

    public init() {}

    public mutating func removeAll() {
      sections.removeAll(keepingCapacity: true)
      starts.removeAll(keepingCapacity: true)
      starts.append(0)
      cells.removeAll(keepingCapacity: true)
    }

    public mutating func append(section: Cell) {
      sections.append(section)
      starts.append(cells.count)
    }

    public mutating func append(cell: Cell) {
      cells.append(cell)
      starts[starts.count - 1] += 1
    }

    public func cellRange(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }
    public func cellCount(of section: Int) -> Int { starts[section + 1] - starts[section] }

    func index(of position: RowPath) -> Int? {
      guard sections.indices.contains(position.section), position.row >= 0,
        position.row < cellCount(of: position.section)
      else { return nil }
      return starts[position.section] + position.row
    }

    mutating func setContent(_ content: Int, ofCell index: Int) {
      if cells[index].content != content { cells[index].content = content }
    }

    mutating func setContent(_ content: Int, ofSection index: Int) {
      if sections[index].content != content { sections[index].content = content }
    }
  }

  /// One batch: positions before it, except for insertions and targets.
  public struct Update: Sendable {
    public var deletedSections: [Int] = []
    public var insertedSections: [Int] = []
    public var reloadedSections: [Int] = []
    public var movedSections: [SectionMove] = []
    public var deletions: [RowPath] = []
    public var insertions: [RowPath] = []
    public var reloads: [RowPath] = []
    public var reconfigures: [RowPath] = []
    public var moves: [Move] = []

    public init() {}

    public var hasReloads: Bool { !reloadedSections.isEmpty || !reloads.isEmpty }
    public var isStructural: Bool {
      !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
        && deletions.isEmpty && insertions.isEmpty && moves.isEmpty)
    }

    public mutating func removeAll() {
      deletedSections.removeAll(keepingCapacity: true)
      insertedSections.removeAll(keepingCapacity: true)
      reloadedSections.removeAll(keepingCapacity: true)
      movedSections.removeAll(keepingCapacity: true)
      deletions.removeAll(keepingCapacity: true)
      insertions.removeAll(keepingCapacity: true)
      reloads.removeAll(keepingCapacity: true)
      reconfigures.removeAll(keepingCapacity: true)
      moves.removeAll(keepingCapacity: true)
    }
  }
}

struct PositionMarks {
  struct Mark: OptionSet {
    let rawValue: UInt8
    static let deleted = Mark(rawValue: 1)
    static let reloaded = Mark(rawValue: 2)
    static let movedFrom = Mark(rawValue: 4)
    static let reconfigured = Mark(rawValue: 8)
    static let inserted = Mark(rawValue: 16)
    static let movedTo = Mark(rawValue: 32)
  }

  private(set) var marks: [Mark] = []

  subscript(index: Int) -> Mark { marks[index] }

  mutating func reset(count: Int) {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement([], count: count))
  }

  mutating func put(
    _ mark: Mark, at index: Int?, named name: @autoclosure () -> String, missing: ViewRule,
    repeated: ViewRule?, in violations: inout [Violation]
  ) -> Bool {
    guard let index, index >= 0, index < marks.count else {
      violations.append(Violation(missing, "\(name()) does not exist"))
      return false
    }
    if !marks[index].insert(mark).inserted, let repeated {
      violations.append(Violation(repeated, "\(name()) twice"))
    }
    return true
  }

  func check(_ pairs: [(Mark, ViewRule)], in violations: inout [Violation]) {
    for (index, mark) in marks.enumerated() {
      let bits = mark.rawValue
      guard bits & (bits &- 1) != 0 else { continue }
      for (both, rule) in pairs where mark.isSuperset(of: both) {
        violations.append(Violation(rule, "both asked for number \(index) of all"))
      }
    }
  }
}
