import Foundation

/// One way to do the work of a benchmark.
struct Contender {
  let name: String
  /// Does the work once, and returns its cost for each operation.
  let run: () throws -> Double
}

/// A task with a workload as its input.
typealias Benchmark<Item: BenchmarkItem> = Comparison<Workload<Item>>

/// A task, the contenders for it, and the limit for the library.
struct Comparison<Input> {
  let title: String
  var unit = Unit.seconds
  var limit: Limit?
  var growthLimit: Double?
  /// Returns the contenders for an input, the library first.
  let contenders: (Input) throws -> [Contender]

  /// Measures all contenders at two sizes.
  func report(small: Input, large: Input, rounds: Int) throws -> Report {
    let before = try minima(contenders(small), rounds: rounds)
    let after = try minima(contenders(large), rounds: rounds)
    return Report(
      title: title, unit: unit, figure: after[0].figure, growth: after[0].figure / before[0].figure,
      alternatives: Array(after.dropFirst()), limit: limit, growthLimit: growthLimit)
  }

  /// Returns the cost of an operation for each contender: the minimum of several rounds.
  ///
  /// The contenders take turns, so that a busy moment of the machine affects all of them.
  private func minima(_ contenders: [Contender], rounds: Int) throws -> [Measurement] {
    var figures = Array(repeating: Double.infinity, count: contenders.count)
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        figures[index] = min(figures[index], try contender.run())
      }
    }
    return zip(contenders, figures).map { Measurement(name: $0.name, figure: $1) }
  }
}

/// The cost of an operation for one contender.
struct Measurement {
  let name: String
  let figure: Double
}

/// Returns the processor time of the work, which depends less on other programs than the time that
/// passes.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let begin = processorTime()
  try work()
  return processorTime() - begin
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Uses a value, so that the compiler cannot remove the work that made it.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
