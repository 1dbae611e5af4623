/// The directories from the root of a walk down to where it stands, with few of them open.
///
/// Directories are opened by name in the one above, so that no path is ever too long. Of a deep
/// path only the lowest ones stay open, for a process may have few files open; on the way
/// back up, one that was closed is found again as `..` of the one below, if it is the same still.
struct DirectoryPath {
  /// What became of going down into a directory.
  enum Descent {
    case opened(DirectoryStream)
    /// A link leads to a directory of the path.
    case loop
    /// A link leads to where another one led, so that all that is there was seen.
    case repeated
  }

  private enum Step {
    case open(DirectoryStream)
    case closed(FileIdentity)
    case lost(SystemError)
  }

  private static let openLimit = 32
  private var steps: [Step]
  /// By step: whether it was reached by a link, so that `..` does not lead back.
  private var isLinked = [false]
  /// By step: what tells the directory from others, where links are followed.
  private var identities: [FileIdentity] = []
  private let followsLinks: Bool
  /// How far from the root the directories are that links led to.
  private var followed: [FileIdentity: Int] = [:]
  /// Whether less is shown of a directory that is further from the root.
  private let isLimited: Bool

  init(
    root: DirectoryStream, followingLinks: Bool, isLimited: Bool
  ) throws(SystemError) {
    steps = [.open(root)]
    followsLinks = followingLinks
    self.isLimited = isLimited
    if followsLinks { identities = [try root.identity()] }
  }

  /// Goes up until `depth` directories are left below the root.
  mutating func ascend(toDepth depth: Int) {
    while steps.count > depth + 1 {
      let left = steps.removeLast()
      isLinked.removeLast()
      if followsLinks { identities.removeLast() }
      if case .closed(let identity) = steps[steps.count - 1] {
        steps[steps.count - 1] = reopened(identity, from: left)
      }
    }
  }

  /// Opens the entry `name` of the lowest directory and makes it the lowest.
  ///
  /// A few directories whose links lead to each other are a web in which the ways double from step
  /// to step: each one is entered by the first link to it, or where more of it is shown.
  mutating func descend(
    into name: Bytes, byLink: Bool
  ) throws(SystemError) -> Descent {
    let opened = try DirectoryStream(name, in: lowest(), followingLinks: byLink)
    if followsLinks {
      let identity = try opened.identity()
      if byLink {
        if identities.contains(identity) { return .loop }
        if let depth = followed[identity], !isLimited || depth <= steps.count { return .repeated }
      }
      identities.append(identity)
    }
    let surplus = steps.count - DirectoryPath.openLimit
    // A directory that is left by a link could not be found again.
    if surplus > 0, !isLinked[surplus + 1], case .open(let directory) = steps[surplus] {
      do throws(SystemError) {
        steps[surplus] = .closed(try directory.identity())
      } catch {
        if followsLinks { identities.removeLast() }
        throw error
      }
    }
    if byLink, let identity = identities.last { followed[identity] = steps.count }
    steps.append(.open(opened))
    isLinked.append(byLink)
    return .opened(opened)
  }

  /// The lowest directory.
  func lowest() throws(SystemError) -> DirectoryStream {
    switch steps[steps.count - 1] {
    case .open(let directory): return directory
    case .lost(let error): throw error
    case .closed: preconditionFailure("The lowest directory is never closed")
    }
  }

  private func reopened(_ identity: FileIdentity, from child: Step) -> Step {
    switch child {
    case .lost(let error):
      return .lost(error)
    case .closed:
      preconditionFailure("The lowest directory is never closed")
    case .open(let directory):
      do throws(SystemError) {
        let parent = try DirectoryStream(Bytes("..".utf8), in: directory)
        // Somebody may have moved the child elsewhere in the meantime.
        guard try parent.identity() == identity else { return .lost(.noSuchFile) }
        return .open(parent)
      } catch {
        return .lost(error)
      }
    }
  }
}
