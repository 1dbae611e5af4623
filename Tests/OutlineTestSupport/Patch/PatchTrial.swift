/// A step of a random sequence: an edit of one of two versions, or a merge of both.
public enum VersionStep<Edit> {
  case mine(Edit)
  case theirs(Edit)
  /// Continues with the merged versions.
  case merge
}

extension VersionStep: Sendable where Edit: Sendable {}

/// Random edits of two versions of a value, which checks the patch of each edit, and merges.
public struct PatchTrial<Value: PatchedValue, Edit> {
  let empty: Value
  let apply: (Edit, inout Value) -> Void
  /// Inspects the patch between the versions that a step merges.
  let inspect: (Value.Patch) throws(Disagreement) -> Void

  public init(
    empty: Value, apply: @escaping (Edit, inout Value) -> Void,
    inspect: @escaping (Value.Patch) throws(Disagreement) -> Void
  ) {
    self.empty = empty
    self.apply = apply
    self.inspect = inspect
  }

  /// Returns a random sequence of steps.
  public func steps(
    seed: UInt64, count: Int, edit: (Value) -> Edit
  ) -> [VersionStep<Edit>] {
    var random = SeededGenerator(seed: seed)
    var (base, mine, theirs) = (empty, empty, empty)
    return (0..<count).map { _ in
      if random.once(in: 12) {
        _ = mine.merge(theirs.patch(from: base))
        (base, theirs) = (mine, mine)
        return .merge
      }
      let isMine = random.once(in: 2)
      let edit = edit(isMine ? mine : theirs)
      if isMine {
        apply(edit, &mine)
        return .mine(edit)
      } else {
        apply(edit, &theirs)
        return .theirs(edit)
      }
    }
  }

  /// Takes steps, and returns the first disagreement.
  public func disagreement(after steps: [VersionStep<Edit>]) -> Disagreement? {
    let checker = PatchChecker()
    var (base, mine, theirs) = (empty, empty, empty)
    do {
      for step in steps {
        switch step {
        case .mine(let edit): try take(edit, in: &mine)
        case .theirs(let edit): try take(edit, in: &theirs)
        case .merge:
          try checker.check(from: mine, to: theirs)
          try checker.checkMerge(of: theirs, into: mine, base: base)
          try checker.checkMerge(of: mine, into: theirs, base: base)
          let patch = theirs.patch(from: mine)
          try inspect(patch)
          _ = mine.merge(theirs.patch(from: base))
          (base, theirs) = (mine, mine)
        }
      }
      return nil
    } catch {
      return error
    }
  }

  private func take(_ edit: Edit, in version: inout Value) throws(Disagreement) {
    let old = version
    apply(edit, &version)
    try PatchChecker().check(from: old, to: version)
  }
}
