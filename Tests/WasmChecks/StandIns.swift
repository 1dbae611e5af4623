//  Declarations that Embedded Swift lacks. The library and the models do without what they stand
//  for, except in messages. All other modules import these, so nothing there depends on Embedded
//  Swift.

public protocol Encodable {}
public protocol Decodable {}
public typealias Codable = Encodable & Decodable

public protocol CustomDebugStringConvertible {}
public protocol CustomReflectable {}

public struct Mirror {
  public enum DisplayStyle {
    case collection, dictionary
  }

  public init(
    _ subject: some Any, unlabeledChildren: some Collection, displayStyle: DisplayStyle
  ) {}

  public init<Value>(
    _ subject: some Any, children: some Collection<(label: String?, value: Value)>,
    displayStyle: DisplayStyle
  ) {}
}

// MARK: - Texts of values

/// Returns the number if a value is an integer, an item of the checks or an optional of them.
private func text<Value>(of value: Value) -> String {
  // Types cannot be compared here. No other values in messages have these sizes and no references.
  guard _isPOD(Value.self) else { return "…" }
  if MemoryLayout<Value>.size == MemoryLayout<Int>.size {
    return unsafe unsafeBitCast(value, to: Int.self).description
  }
  if MemoryLayout<Value>.size == MemoryLayout<Int?>.size {
    return unsafe unsafeBitCast(value, to: Int?.self)?.description ?? "nil"
  }
  return "…"
}

extension DefaultStringInterpolation {
  public mutating func appendInterpolation<Value>(_ value: Value) {
    appendLiteral(text(of: value))
  }
}

extension String {
  public init<Value>(describing value: Value) { self = text(of: value) }
  public init<Value>(reflecting value: Value) { self = text(of: value) }
}

extension Array {
  public var description: String { "[" + map { text(of: $0) }.joined(separator: ", ") + "]" }
}

public func swiftSource<Value>(of value: Value) -> String { "a step" }
