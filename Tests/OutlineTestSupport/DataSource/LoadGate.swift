import Foundation
public import Outline

/// A loader under the control of a test: each load waits until the test finishes it.
public final class LoadGate<Item: Hashable & Sendable>: @unchecked Sendable {
  private struct Call {
    let item: Item
    let number: Int
    let continuation: CheckedContinuation<ChildPage<Item>, any Error>
  }

  // The lock protects the following properties.
  private let lock = NSLock()
  private var open: [Call] = []
  private var names: [String] = []
  private var cancelled: Set<Int> = []
  private var cancellations = 0
  private let heedsCancellation: Bool

  public init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  public var calls: [String] { lock.withLock { names } }
  public var callCount: Int { lock.withLock { names.count } }
  public var openCount: Int { lock.withLock { open.count } }
  public var cancelledCount: Int { lock.withLock { cancellations } }

  func pendingItems(amongFirst count: Int) -> [Item] {
    lock.withLock { open.filter { $0.number <= count }.map(\.item) }
  }

  public func load(
    _ item: Item, _ cursor: (any Sendable)? = nil
  ) async throws -> ChildPage<Item> {
    let number = lock.withLock {
      names.append("\(item)" + (cursor.map { " \($0)" } ?? ""))
      return names.count
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = lock.withLock {
          if cancelled.contains(number) { return true }
          open.append(Call(item: item, number: number, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let call: Call? = lock.withLock {
      cancellations += 1
      guard heedsCancellation else { return nil }
      cancelled.insert(number)
      return open.firstIndex { $0.number == number }.map { open.remove(at: $0) }
    }
    call?.continuation.resume(throwing: CancellationError())
  }

  @discardableResult
  public func finish(
    call number: Int, with result: Result<ChildPage<Item>, any Error>
  ) -> Bool {
    let call: Call? = lock.withLock {
      open.firstIndex { $0.number == number }.map { open.remove(at: $0) }
    }
    call?.continuation.resume(with: result)
    return call != nil
  }

  /// Finishes the first pending load of an item, unless it is a later call than this many.
  @discardableResult
  public func finish(
    _ item: Item, amongFirst count: Int = .max, with result: Result<ChildPage<Item>, any Error>
  ) -> Bool {
    let number = lock.withLock { open.first { $0.item == item && $0.number <= count }?.number }
    return number.map { finish(call: $0, with: result) } ?? false
  }

  public func finishAll() {
    for call in lock.withLock({ open }) {
      finish(call: call.number, with: .failure(CancellationError()))
    }
  }
}
