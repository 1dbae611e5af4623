/// The directories from the root of a walk to the current one, with a bounded number of open files.
///
/// Directories are opened relative to their parents, so that no path exceeds the system's limit.
/// Only the deepest ones stay open. On the way up, a closed directory is reopened as `..` of its
/// child, if it is still the same.
struct DirectoryPath {
  enum Descent {
    case opened(DirectoryStream)
    /// A link leads to an ancestor.
    case loop
    case repeated
  }

  private enum Step {
    case open(DirectoryStream)
    case closed(FileIdentity)
    case lost(SystemError)
  }

  private static let openLimit = 32
  private var steps: [Step]
  /// Whether a link leads to each step, so that `..` is another directory.
  private var isLinked = [false]
  /// The identity of the directory of each step, if links are followed.
  private var identities: [FileIdentity] = []
  private let followsLinks: Bool
  /// The depth of the directories that links led to.
  private var followed: [FileIdentity: Int] = [:]
  /// Whether the number of rows depends on the depth of a directory.
  private let isLimited: Bool

  init(
    root: DirectoryStream, followingLinks: Bool, isLimited: Bool
  ) throws(SystemError) {
    steps = [.open(root)]
    followsLinks = followingLinks
    self.isLimited = isLimited
    if followsLinks { identities = [try root.identity()] }
  }

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

  /// Opens an entry of the current directory, which becomes the current one.
  ///
  /// Links between a few directories can form exponentially many paths. So each directory is
  /// entered only by the first link to it, or by one that shows more of it.
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
    // The parent of a link's target is not the directory of the link, which therefore stays open.
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
        // Another process may have moved the child.
        guard try parent.identity() == identity else { return .lost(.noSuchFile) }
        return .open(parent)
      } catch {
        return .lost(error)
      }
    }
  }
}
