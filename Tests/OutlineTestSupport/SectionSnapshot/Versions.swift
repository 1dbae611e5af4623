public enum Step<Item: Hashable & Comparable & Sendable> {
  case apply(Operation<Item>)
  case copy
  case exchange(copy: Int)
  /// Appends the items of an older copy that the current value lacks.
  case append(copy: Int, to: Item?)
}

extension Step: Sendable {}

public struct Versions<Outline: EditableOutline> where Outline.Item: Comparable {
  public private(set) var current: Outline
  public private(set) var copies: [Outline] = []

  public init(_ current: Outline) {
    self.current = current
  }

  public mutating func take(_ step: Step<Outline.Item>) -> Outcome<Outline.Item> {
    switch step {
    case .apply(let operation):
      return operation.apply(to: &current)
    case .copy:
      copies.append(current)
    case .exchange(copy: let index):
      if copies.indices.contains(index) { swap(&current, &copies[index]) }
    case .append(copy: let index, to: let parent):
      guard copies.indices.contains(index) else { break }
      let present = current
      let rest = copies[index].filtered(keepingSubtrees: false) { !present.contains($0) }
      do {
        // Throws if an ancestor that the filter kept exists already.
        try current.append(rest, to: parent)
      } catch {
        return .failed(error)
      }
    }
    return .done
  }

  mutating func forgetCopies() {
    copies = []
  }
}
