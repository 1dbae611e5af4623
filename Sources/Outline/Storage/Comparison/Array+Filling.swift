extension Array {
  /// Creates an array of equal elements.
  ///
  /// For a few elements, this takes a fraction of the time of `init(repeating:count:)`, because it
  /// is specialized.
  init(filling count: Int, with element: Element) {
    self = []
    append(contentsOf: repeatElement(element, count: count))
  }
}
