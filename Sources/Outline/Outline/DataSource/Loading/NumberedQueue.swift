/// Elements with numbers, in the order of the numbers.
///
/// Most elements arrive in this order.
struct NumberedQueue<Element> {
  private var entries: ArraySlice<(number: Int, element: Element)> = []

  var first: (number: Int, element: Element)? { entries.first }

  /// Inserts an element behind those with the same number.
  ///
  /// - Complexity: O(1 + the number of elements with greater numbers).
  mutating func insert(_ element: Element, number: Int) {
    let index = entries.lastIndex { $0.number <= number }.map { $0 + 1 } ?? entries.startIndex
    entries.insert((number, element), at: index)
  }

  mutating func removeFirst() {
    entries.removeFirst()
    if entries.isEmpty {
      // A slice keeps the elements that it has removed.
      entries = []
    }
  }

  /// Removes elements if there are more than a number.
  mutating func removeAll(ifMoreThan count: Int, where isOver: (_ element: Element) -> Bool) {
    if entries.count > count {
      entries.removeAll { isOver($0.element) }
    }
  }
}
