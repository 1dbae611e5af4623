/// The directories from the root of a walk down to where it stands, with few of them open.
///
/// Directories are opened by name in the one above, so that no path is ever too long. Of a deep
/// path only the lowest ones stay open, for a process may have few files open; on the way
/// back up, one that was closed is found again as `..` of the one below, if it is the same still.
struct DirectoryPath {
  private enum Step {
    case open(DirectoryStream)
    case closed(FileIdentity)
    case lost(SystemError)
  }

  private static let openLimit = 32
  private var steps: [Step]

  init(root: DirectoryStream) {
    steps = [.open(root)]
  }

  /// Goes up until `depth` directories are left below the root.
  mutating func ascend(toDepth depth: Int) {
    while steps.count > depth + 1 {
      let left = steps.removeLast()
      if case .closed(let identity) = steps[steps.count - 1] {
        steps[steps.count - 1] = reopened(identity, from: left)
      }
    }
  }

  /// Opens the entry `name` of the lowest directory and makes it the lowest.
  mutating func descend(into name: Bytes) throws(SystemError) -> DirectoryStream {
    let opened = try DirectoryStream(name, in: lowest())
    let surplus = steps.count - DirectoryPath.openLimit
    if surplus > 0, case .open(let directory) = steps[surplus] {
      steps[surplus] = .closed(try directory.identity())
    }
    steps.append(.open(opened))
    return opened
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
