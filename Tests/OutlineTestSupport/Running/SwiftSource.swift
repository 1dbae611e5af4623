/// Returns a Swift expression for a value made of enumerations, tuples, arrays and literals.
public func swiftSource(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  let children = mirror.children.map { child in
    let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
    return label + swiftSource(of: child.value)
  }
  switch mirror.displayStyle {
  case .enum:
    guard let payload = mirror.children.first, let name = payload.label else { return ".\(value)" }
    let source = swiftSource(of: payload.value)
    let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
    return ".\(name)" + (isTuple ? source : "(\(source))")
  case .optional: return mirror.children.first.map { swiftSource(of: $0.value) } ?? "nil"
  case .collection: return "[\(children.joined(separator: ", "))]"
  case .tuple: return "(\(children.joined(separator: ", ")))"
  default: return String(reflecting: value)
  }
}
