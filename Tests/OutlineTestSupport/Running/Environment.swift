import Foundation

/// The number that an environment variable holds.
public func number(inEnvironment variable: String) -> Int? {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
}

/// What the random numbers of a run begin with: what `OUTLINE_SEED` says, else any.
public func seedOfRun() -> UInt64 {
  number(inEnvironment: "OUTLINE_SEED").map(UInt64.init) ?? .random(in: 0..<1 << 40)
}
