/// One step of a trial: an operation, or something done with copies.
public enum Step<Item: Hashable & Comparable> {
  case apply(Operation<Item>)
  /// Keeps a copy.
  case copy
  /// Goes on with an older copy and keeps the present value in its place.
  case exchange(copy: Int)
  /// Appends what an older copy has and the present value has not.
  case append(copy: Int, to: Item?)
}

extension Step: Sendable where Item: Sendable {}

extension Step: CustomStringConvertible {
  public var description: String {
    switch self {
    case .apply(let operation): ".apply(\(operation))"
    case .copy: ".copy"
    case .exchange(copy: let index): ".exchange(copy: \(index))"
    case .append(copy: let index, to: let parent):
      ".append(copy: \(index), to: \(parent.map { String(reflecting: $0) } ?? "nil"))"
    }
  }
}

/// An outline and older copies of it, which were changed in ways of their own.
public struct Lineage<Outline: EditableOutline> where Outline.Item: Comparable {
  public private(set) var current: Outline
  public private(set) var copies: [Outline] = []

  public init(_ current: Outline) {
    self.current = current
  }

  /// Takes a step; one that names a copy that does not exist does nothing.
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
        // What is kept for its descendants alone may be there already, and then this throws.
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
