extension Bytes {
  /// Returns how many bytes have to be added, removed or replaced to turn one text into another.
  func editDistance(to other: Bytes) -> Int {
    var row = [Int](0...other.count)
    for byte in self {
      var diagonal = row[0]
      row[0] += 1
      for column in other.indices {
        let replacing = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replacing, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
