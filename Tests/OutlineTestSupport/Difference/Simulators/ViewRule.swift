/// The rules of views: S, I, R, C of batch views, A of tree views, G of splice views, Q of Qt.
public enum ViewRule: String, CaseIterable, Sendable {
  case s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16
  case i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17, i18, i19
  case i20, i21, i22, i23
  case r1
  case c1, c2, c3
  case a1, a2, a3, a4, a5, a6, a7, a8, a9
  case g1, g2, g3, g4
  case q1, q2, q3, q4, qInsert, qRemove, qMove
}

public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
  public let rule: ViewRule
  public let text: String

  public init(_ rule: ViewRule, _ text: String) {
    self.rule = rule
    self.text = text
  }

  public var description: String { "\(rule.rawValue.uppercased()): \(text)" }
}

public struct ViewRow: Equatable, Sendable, CustomStringConvertible {
  public var id: Int
  public var level: Int
  /// A number for everything that is drawn.
  public var content: Int

  public init(_ id: Int, level: Int = 0, content: Int = 0) {
    self.id = id
    self.level = level
    self.content = content
  }

  public var description: String {
    String(repeating: ".", count: level) + name(id, content: content)
  }
}

/// Returns a number with a stroke for each change of its content, if these are few.
func name(_ id: Int, content: Int) -> String {
  (0..<4).contains(content)
    ? "\(id)" + String(repeating: "'", count: content) : "\(id)(\(content))"
}
