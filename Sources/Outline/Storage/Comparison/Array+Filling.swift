extension Array {
  /// Creates an array faster than `init(repeating:count:)`, because this is specialized.
  init(filling count: Int, with element: Element) {
    self = []
    append(contentsOf: repeatElement(element, count: count))
  }
}
