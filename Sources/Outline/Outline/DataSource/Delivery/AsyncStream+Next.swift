//  Older systems lack `next(isolation:)`. There, the task leaves the actor, waits, and comes back.
//  Each call makes an iterator, because an iterator that the actor stores could not leave it.

/// The properties of the operating system on which the library depends.
enum Platform {
  /// A Boolean value that indicates whether a task waits as on older systems; tests set it.
  static let isOld = TaskLocal(wrappedValue: false)
}

extension AsyncStream where Element: Sendable {
  /// Waits for the next element, on an actor.
  func next(isolation actor: isolated (any Actor)?) async -> Element? {
    var iterator = makeAsyncIterator()
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), !Platform.isOld.get() {
      return await iterator.next(isolation: actor)
    }
    return await iterator.next()
  }
}
