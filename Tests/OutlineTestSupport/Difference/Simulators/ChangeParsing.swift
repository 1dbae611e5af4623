public import Outline

extension Snapshot<Int, Int>.Batch {
  /// Reads the notation of `description`, such as `(0-1 2>0 1!1 3~1), [0, 5]-2, [0, 5]>[1, 2]*3`.
  public init(text: String) {
    let sections = text.matches(of: /[( ](-?\d+)([-+!~>])(-?\d+)(?=[ )])/).map { $0.output }
    let rows = text.matches(of: /\[(-?\d+), (-?\d+)\]([-+!~])(\d+)/).map { $0.output }
    let moves = text.matches(of: /\[(-?\d+), (-?\d+)\]>\[(-?\d+), (-?\d+)\](?:\*(\d+))?/)
      .map { $0.output }
    func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 1 }
    func positions(_ sign: Substring) -> [Int] {
      sections.filter { $0.2 == sign }.map { number($0.1) }
    }
    func ranges(_ sign: Substring) -> [RowPathRange] {
      rows.filter { $0.3 == sign }.map { row in
        let start = number(row.2)
        return RowPathRange(section: number(row.1), rows: start..<start + number(row.4))
      }
    }
    self.init(
      removedSections: positions("-"), insertedSections: positions("+"),
      movedSections: sections.filter { $0.2 == ">" }.map {
        (source: number($0.1), destination: number($0.3))
      },
      reloadedSections: positions("!"), reconfiguredSections: positions("~"),
      removals: ranges("-"), insertions: ranges("+"),
      moves: moves.map { move in
        let start = number(move.2)
        return SnapshotDifference.Move(
          source: RowPathRange(section: number(move.1), rows: start..<start + number(move.5)),
          destination: RowPath(section: number(move.3), row: number(move.4)))
      },
      reloads: ranges("!"), reconfigures: ranges("~"), to: Snapshot())
  }
}

extension SectionDifference.Splice {
  /// Reads the notation of `description`.
  public init(text: String) {
    guard let match = text.wholeMatch(of: /(-?\d+)-(\d+)\+(\d+)/)?.output,
      let position = Int(match.1), let removed = Int(match.2), let added = Int(match.3)
    else { preconditionFailure("not a splice: '\(text)'") }
    self.init(position: position, removed: removed, added: added)
  }
}
