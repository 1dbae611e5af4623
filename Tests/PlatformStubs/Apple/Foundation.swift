//  The declarations of Foundation that the stubs use. The check of Apple's systems has no SDK; on
//  Linux the stubs use Foundation itself.

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable {
  public init() {}
  public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public struct CGRect: Sendable {
  public static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)
  public let origin: CGPoint
  public let width: CGFloat
  public let height: CGFloat
  public var minX: CGFloat { origin.x }
  public var minY: CGFloat { origin.y }
  public var maxY: CGFloat { origin.y + height }
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = CGPoint(x: x, y: y)
    self.width = width
    self.height = height
  }
}

public struct CGPoint: Sendable {
  public static let zero = CGPoint(x: 0, y: 0)
  public var x: CGFloat
  public var y: CGFloat
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

public struct CGSize: Sendable {
  public static let zero = CGSize(width: 0, height: 0)
  public let height: CGFloat
  public init(width: Double, height: Double) { self.height = height }
}

public struct Notification: Sendable {
  public struct Name: Sendable {
    public init(_ rawValue: String) {}
  }

  public init(name: Name) {}
}

public struct IndexPath: Hashable, Sendable, RandomAccessCollection {
  private let indexes: [Int]
  public init(index: Int) { indexes = [index] }
  public init(indexes: [Int]) { self.indexes = indexes }
  public var startIndex: Int { 0 }
  public var endIndex: Int { indexes.count }
  public subscript(position: Int) -> Int { indexes[position] }
}

public struct IndexSet: Hashable, Sendable, BidirectionalCollection {
  private var elements: [Int] = []
  public init(_ elements: some Sequence<Int>) { self.elements = Set(elements).sorted() }
  public init(integersIn range: Range<Int>) { elements = Array(range) }
  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public func index(after index: Int) -> Int { index + 1 }
  public func index(before index: Int) -> Int { index - 1 }
  public subscript(position: Int) -> Int { elements[position] }
  public func contains(_ element: Int) -> Bool { elements.contains(element) }
}

public final class ProcessInfo: Sendable {
  public static let processInfo = ProcessInfo()
  public var systemUptime: Double { 0 }
}

public typealias CGFloat = Double
