/// Elements in the order of their arrival.
struct Queue<Element> {
  /// The oldest elements, the oldest one last: with two arrays, both ends are O(1), amortized.
  private var outgoing: [Element] = []
  /// The other elements, in order.
  private var incoming: [Element] = []
  /// Cached: `Array.isEmpty` is slow where it is not specialized.
  private var count = 0

  var isEmpty: Bool { count == 0 }

  var first: Element? { isEmpty ? nil : outgoing.last ?? incoming.first }

  mutating func append(_ element: Element) {
    incoming.append(element)
    count += 1
  }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    if outgoing.isEmpty {
      swap(&outgoing, &incoming)
      outgoing.reverse()
    }
    count -= 1
    return outgoing.popLast()
  }
}
