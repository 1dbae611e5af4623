import Foundation

public func onStack<Result: Sendable>(
  of bytes: Int, _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread {
      continuation.resume(with: Swift.Result(catching: body))
    }
    thread.stackSize = bytes
    thread.start()
  }
}
