/// The state of the children of an item, or of the roots of a section.
public enum LoadingState: Sendable {
  /// There are children that have not been loaded.
  case notLoaded
  /// The children, or a further page of them, are being loaded.
  case loading
  /// The children in the snapshot are up to date.
  case loaded
  /// The children could not be loaded or inserted.
  ///
  /// Expanding the item loads them again, except if only a further page failed.
  case failed(any Error)
  /// The children in the snapshot are out of date. Expanding the item loads them again.
  case stale
}

extension LoadingState: Equatable {
  /// Returns a Boolean value that indicates whether two states are equal.
  ///
  /// Two failures are equal if their errors are equal values of an `Equatable` type or the same
  /// object. Errors that are not `Equatable` are also equal if they have the same type and the same
  /// description.
  public static func == (left: LoadingState, right: LoadingState) -> Bool {
    switch (left, right) {
    case (.notLoaded, .notLoaded), (.loading, .loading), (.loaded, .loaded), (.stale, .stale): true
    case (.failed(let error), .failed(let other)): error.isEqual(to: other)
    case (.notLoaded, _), (.loading, _), (.loaded, _), (.stale, _), (.failed, _): false
    }
  }
}

extension Error {
  fileprivate func isEqual(to other: any Error) -> Bool {
    if let error = self as? any Equatable { return error.isEqual(to: other) }
    guard type(of: other) == Self.self else { return false }
    if Self.self is AnyClass && self as AnyObject === other as AnyObject { return true }
    return "\(self)" == "\(other)"
  }
}

extension Equatable {
  fileprivate func isEqual(to other: any Error) -> Bool { other as? Self == self }
}

extension LoadingState: CustomStringConvertible {
  /// A textual representation of the state, with the error of a failure.
  public var description: String {
    switch self {
    case .notLoaded: "not loaded"
    case .loading: "loading"
    case .loaded: "loaded"
    case .failed(let error): "failed: \(error)"
    case .stale: "stale"
    }
  }
}

/// The error of a page that has the cursor of an earlier page and no new items.
///
/// The loader would return these pages forever. Cursors are compared if they are `Hashable`.
public struct RepeatedCursorError: Error, CustomStringConvertible {
  /// The item, or the section whose roots are loaded.
  package let parent: any Sendable
  package let cursor: any Sendable

  /// A textual representation of the error.
  public var description: String {
    "The loader of \"\(parent)\" returned the cursor \"\(cursor)\" again. "
      + "Return nil with the last page."
  }
}

/// The error of a load by a data source that knows no actor.
///
/// Loaded children arrive on the actor that ``OutlineDataSource/init(_:isolation:)`` or the first
/// method that loads or waits receives. Code without an actor cannot load.
public struct MissingActorError: Error, CustomStringConvertible {
  init() {}

  /// A textual representation of the error.
  public var description: String {
    "A data source without an actor cannot load children. "
      + "Call it on an actor, or pass isolation: to its initializer."
  }
}
