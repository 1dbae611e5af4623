import CAllocation
import Foundation

/// One way to do the work of a benchmark.
struct Contender {
  let name: String
  /// Does the work once, and returns its cost for each operation.
  let run: () throws -> Double
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

// MARK: - Contenders of several tables

/// A contender that builds a value of several items.
///
/// Releasing the value is not timed.
func building<Value>(
  _ name: String = "Outline", per count: Int, _ build: @escaping () throws -> Value
) -> Contender {
  Contender(name: name) {
    var value: Value?
    let total = try seconds { value = try build() }
    blackHole(value)
    return total / Double(count)
  }
}

/// A contender that copies the original, edits the copy and releases it, once for each position.
func editingCopies<Value>(
  _ name: String = "Outline", of original: Value, at positions: @autoclosure @escaping () -> [Int],
  _ edit: @escaping (inout Value, Int) throws -> Void
) -> Contender {
  Contender(name: name) {
    let positions = positions()
    let total = try seconds {
      for position in positions {
        var copy = original
        try edit(&copy, position)
        blackHole(copy)
      }
    }
    return total / Double(positions.count)
  }
}

/// A contender that edits one value in place, once for each position.
func editing<Value>(
  _ name: String = "Outline", inPlace value: Value,
  at positions: @autoclosure @escaping () -> [Int],
  _ edit: @escaping (inout Value, Int) throws -> Void
) -> Contender {
  var value = value
  return Contender(name: name) {
    let positions = positions()
    let total = try seconds {
      for position in positions {
        try edit(&value, position)
      }
    }
    blackHole(value)
    return total / Double(positions.count)
  }
}

/// A contender that runs one query for each of several values.
func querying<Value>(
  _ name: String = "Outline", for values: @autoclosure @escaping () -> [Value],
  _ query: @escaping (Value) -> Int
) -> Contender {
  Contender(name: name) {
    let values = values()
    var trace = 0
    let total = seconds {
      for value in values {
        trace &+= query(value)
      }
    }
    blackHole(trace)
    return total / Double(values.count)
  }
}

/// A contender that builds a value of existing items, and counts the memory that it allocates.
func allocating<Value>(
  _ name: String = "Outline", per count: Int, _ build: @escaping () throws -> Value
) -> Contender {
  Contender(name: name) {
    let before = allocated_bytes()
    let value = try build()
    let bytes = Double(allocated_bytes()) - Double(before)
    blackHole(value)
    return bytes / Double(count)
  }
}
