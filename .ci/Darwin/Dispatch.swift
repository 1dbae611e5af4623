// The declarations of Apple's Dispatch that the executables use.

public final class DispatchQueue: Sendable {
  public static let main = DispatchQueue()
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {}
}

public struct DispatchTime: Sendable {
  public static func now() -> DispatchTime { fatalError() }
}

public enum DispatchTimeInterval: Sendable {
  case milliseconds(Int)
}

public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }

public func dispatchMain() -> Never { fatalError() }

public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(handler: (@Sendable () -> Void)?)
  func activate()
  func cancel()
}

public protocol DispatchSourceRead: DispatchSourceProtocol {}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}

public enum DispatchSource {
  public static func makeReadSource(
    fileDescriptor: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceRead { fatalError() }
  public static func makeSignalSource(
    signal: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceSignal { fatalError() }
}
