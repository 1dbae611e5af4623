extension Array {
  /// Creates an array of equal elements in code that is compiled for their type: for a few
  /// elements, that takes a fraction of the time of `init(repeating:count:)`.
  init(_ element: Element, times count: Int) {
    self = []
    append(contentsOf: repeatElement(element, count: count))
  }
}
