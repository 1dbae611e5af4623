/// Where the attributes of rows stand that the settings ask for, noted while a file is read: where
/// nothing leads from a row back to its record, or only the long way.
struct AttributePlaces {
  let names: [Bytes]
  /// By row and name, one row after another.
  private var places: [Range<Int>] = []

  /// What stands for the place of an attribute that a row does not have.
  private static let none = 0..<0

  init(names: [Bytes] = []) {
    self.names = names
  }

  /// Adds a row without attributes.
  mutating func addRow() {
    if names.isEmpty { return }
    places += repeatElement(AttributePlaces.none, count: names.count)
  }

  /// Says where an attribute of a row stands, or of the row added last, unless that is known.
  mutating func note(_ name: Int, of row: Int? = nil, at place: Range<Int>) {
    let index = (row.map { $0 * names.count } ?? places.count - names.count) + name
    if places[index] == AttributePlaces.none { places[index] = place }
  }

  /// Leaves out all rows but these.
  mutating func keep(_ rows: [Int]) {
    places = rows.flatMap { places[$0 * names.count..<($0 + 1) * names.count] }
  }

  /// Returns where the attribute `name` of a row stands, `nil` where it has none.
  func place(of name: Bytes, row: Int) -> Range<Int>? {
    guard let number = names.firstIndex(of: name) else { return nil }
    let index = row * names.count + number
    return index < places.count && places[index] != AttributePlaces.none ? places[index] : nil
  }
}
