import Foundation
public import Outline

/// What loads children as a test says: each load waits until the test finishes it.
public final class LoadGate<Item: Hashable & Sendable>: @unchecked Sendable {
  private struct Call {
    let item: Item
    let number: Int
    let continuation: CheckedContinuation<ChildPage<Item>, any Error>
  }

  // All that follows is used under the lock.
  private let lock = NSLock()
  private var open: [Call] = []
  private var names: [String] = []
  private var cancelled: Set<Int> = []
  private var cancellations = 0
  /// Whether a load ends when its task is cancelled.
  private let heedsCancellation: Bool

  public init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  /// The loads that have been asked for, by item and cursor.
  public var calls: [String] { lock.withLock { names } }
  public var openCount: Int { lock.withLock { open.count } }
  public var cancelledCount: Int { lock.withLock { cancellations } }

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

  /// Finishes a load, by the number of the call from 1 on; one that has ended stays as it is.
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

  /// Finishes the first load of an item that is open.
  @discardableResult
  public func finish(
    _ item: Item, with result: Result<ChildPage<Item>, any Error>
  ) -> Bool {
    let number = lock.withLock { open.first { $0.item == item }?.number }
    return number.map { finish(call: $0, with: result) } ?? false
  }

  /// Has all loads fail that are open.
  public func finishAll() {
    for call in lock.withLock({ open }) {
      finish(call: call.number, with: .failure(CancellationError()))
    }
  }
}
