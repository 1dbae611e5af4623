/// A data source and a model that play a script of random operations.
public struct SourceTrial {
  let seed: UInt64
  public private(set) var operationCount = 0

  public init(seed: UInt64) {
    self.seed = seed
  }

  /// Performs operations with both sides and compares them after each one.
  ///
  /// - Parameter steps: The numbers of the operations.
  /// - Returns: The first disagreement.
  public mutating func disagreement(in steps: some Sequence<UInt64>) -> String? {
    let (script, modelScript) = (SourceScript(), SourceScript())
    let source = ScriptedDataSource(script)
    let model = SourceModel(modelScript)
    defer { operationCount += script.operationCount }
    for step in steps {
      let seed = seed &+ step &* 0x2545_F491_4F6C_DD1D
      modelScript.play(seed: seed, on: model)
      script.play(seed: seed, on: source)
      let (trace, expected) = (script.trace, modelScript.trace)
      if trace != expected {
        let count = zip(trace, expected).prefix { $0 == $1 }.count
        let same = trace.prefix(count).map { "  \($0)" }
        return """
          step \(step):
          \(same.joined(separator: "\n"))
          then the data source \(trace.dropFirst(count).first.map { "\($0)" } ?? "ends")
          and the model \(expected.dropFirst(count).first.map { "\($0)" } ?? "ends")
          """
      }
      if source.outline != model.outline {
        return "step \(step): \(trace)\n\(source.outline)\ninstead of\n\(model.outline)"
      }
      if let problem = source.problem() { return "step \(step): \(trace)\n\(problem)" }
    }
    return nil
  }
}
