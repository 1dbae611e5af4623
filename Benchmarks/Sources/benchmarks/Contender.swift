import Foundation

/// One way to do the work of a benchmark.
struct Contender {
  let name: String
  /// Does the work once and returns what it took, for each of its operations.
  let run: () throws -> Double
}

/// A piece of work, how each contender does it, and what is demanded of the library.
struct Benchmark<Item: BenchmarkItem> {
  let title: String
  var unit = Unit.seconds
  var bar: Bar?
  var growthBar: Double?
  /// The contenders at the size of a workload, the library first.
  let contenders: (Workload<Item>) throws -> [Contender]

  /// Measures all contenders at two sizes.
  func report(small: Workload<Item>, large: Workload<Item>, rounds: Int) throws -> Report {
    let before = try minima(contenders(small), rounds: rounds)
    let after = try minima(contenders(large), rounds: rounds)
    return Report(
      title: title, unit: unit, figure: after[0].figure, growth: after[0].figure / before[0].figure,
      rivals: Array(after.dropFirst()), bar: bar, growthBar: growthBar)
  }

  /// Returns what an operation costs each contender, the least over some rounds.
  ///
  /// The contenders take turns, so that a busy moment of the machine hits them all.
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

/// What an operation costs one contender.
struct Measurement {
  let name: String
  let figure: Double
}

/// Returns how much processor time the work takes, so that what else the machine does counts less.
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

/// Takes a value, so that the compiler cannot leave out the work that made it.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
