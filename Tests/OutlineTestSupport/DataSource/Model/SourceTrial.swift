/// A data source and a model that play a script of random operations.
public struct SourceTrial: Sendable {
  public struct Result: Sendable {
    public var operationCount = 0
    /// The first disagreement.
    public var problem: String?
  }

  let seed: UInt64

  let hasLoads: Bool

  public init(seed: UInt64, hasLoads: Bool) {
    self.seed = seed
    self.hasLoads = hasLoads
  }

  /// Performs operations with both sides and compares them after each one.
  ///
  /// - Parameter steps: The numbers of the operations.
  /// - Returns: The number of operations, and the first disagreement.
  public func run(_ steps: [UInt64]) -> Result {
    SimulatedActor.run(seed: nil) { actor in await run(steps, on: actor) }
      ?? Result(problem: "waits forever")
  }

  private func run(_ steps: [UInt64], on actor: isolated SimulatedActor) async -> Result {
    let script = SourceScript(hasLoads: hasLoads)
    let modelScript = SourceScript(hasLoads: hasLoads)
    let source = ScriptedDataSource(script, on: actor)
    let model = SourceModel(modelScript)
    var result = Result()
    for step in steps where result.problem == nil {
      let seed = seed &+ step &* 0x2545_F491_4F6C_DD1D
      modelScript.begin(seed: seed)
      script.begin(seed: seed)
      model.perform()
      source.perform()
      result.problem = Self.disagreement(source, model)
      // Otherwise the next operation comes first.
      if result.problem == nil && step % 3 != 0 {
        modelScript.begin(seed: ~seed)
        script.begin(seed: ~seed)
        model.settle()
        await source.settle(on: actor)
        result.problem = Self.disagreement(source, model).map { "jobs run, \($0)" }
      }
      if let problem = result.problem { result.problem = "step \(step): \(problem)" }
    }
    result.operationCount = script.operationCount
    await source.end(on: actor)
    if result.problem == nil {
      result.problem = source.problem().map { "at the end, \($0)" }
    }
    return result
  }

  private static func disagreement(_ source: ScriptedDataSource, _ model: SourceModel) -> String? {
    let trace = source.script.trace
    let expected = model.script.trace
    if trace != expected {
      let count = zip(trace, expected).prefix { $0 == $1 }.count
      let same = trace.prefix(count).map { "\n  \($0)" }
      return """
        after\(same.joined())
        the data source \(trace.dropFirst(count).first.map { "\($0)" } ?? "ends")
        and the model \(expected.dropFirst(count).first.map { "\($0)" } ?? "ends")
        """
    }
    if source.outline != model.outline {
      return "\(trace)\n\(source.outline)\ninstead of\n\(model.outline)"
    }
    for parent in SourceScript.parents {
      let state = source.state(of: parent)
      let expected = model.state(of: parent)
      guard state == expected else {
        return "\(trace)\n\(parent): \(state, default: "-")\ninstead of \(expected, default: "-")"
      }
    }
    return source.problem().map { "\(trace)\n\($0)" }
  }
}

extension ScriptedSource {
  fileprivate func perform() { script.perform(on: self) }
}
