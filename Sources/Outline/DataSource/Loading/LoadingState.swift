/// What is known of an item's children.
public enum LoadingState: Sendable {
  /// The item has children, which have not been loaded yet.
  case notLoaded
  /// They are being loaded, for the first time, anew, or one more page of them.
  case loading
  /// All is there that the item has, so far as anybody knows.
  case loaded
  /// They could not be loaded, or what came could not be used. The next attempt to expand the item
  /// loads them again, unless it was one more page that failed.
  case failed(any Error)
  /// They are there and out of date. The next attempt to expand the item loads them again.
  case stale
}

extension LoadingState: CustomStringConvertible {
  /// The state as a word, with the error of a failure.
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
