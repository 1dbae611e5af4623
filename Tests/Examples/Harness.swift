import Synchronization

/// The printed text of the examples, and the compared results.
private struct Record: Sendable {
  var printed: [String] = []
  var lines: [String] = []
}

private let record = Mutex(Record())

/// Replaces the standard library's function in all examples.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
  let text = items.map { "\($0)" }.joined(separator: separator) + terminator
  record.withLock { $0.printed.append(text) }
}

/// Compares the description of a value with the result that an example states.
func check<Value>(_ value: Value, _ expected: String, _ number: Int) {
  compare(description(of: value), expected, number)
}

func check<Value: Equatable>(_ value: Value, equals expected: Value, _ number: Int) {
  reach(number)
  if value != expected { fail(number, "\(value), where \(expected) is stated") }
}

func checkPrint(_ expected: String, _ number: Int) {
  let printed = record.withLock { record in
    defer { record.printed = [] }
    return record.printed.last ?? ""
  }
  compare(printed.last == "\n" ? String(printed.dropLast()) : printed, expected, number)
}

func checkOutput(_ expected: String, _ number: Int) {
  let printed = record.withLock { record in
    defer { record.printed = [] }
    return record.printed.joined()
  }
  compare(printed.last == "\n" ? String(printed.dropLast()) : printed, expected, number)
}

/// Compares lines that a function returns with a block of output.
func checkLines(_ lines: [String], _ expected: String, _ number: Int) {
  compare(lines.joined(separator: "\n"), expected, number)
}

func run(_ place: String, _ example: @MainActor () async throws -> Void) async {
  record.withLock { $0.printed = [] }
  do {
    try await example()
  } catch {
    note("threw \(place): \(error)")
  }
}

func finish() {
  for line in record.withLock({ $0.lines }) { Swift.print(line) }
}

private func compare(_ actual: String, _ expected: String, _ number: Int) {
  reach(number)
  if actual != expected { fail(number, "\(actual), where \(expected) is stated") }
}

private func reach(_ number: Int) { note("reached \(number)") }

private func fail(_ number: Int, _ text: String) {
  note("failed \(number) " + text.split(separator: "\n").joined(separator: "⏎"))
}

private func note(_ line: String) { record.withLock { $0.lines.append(line) } }

/// The text of a value as an example states it: strings in quotes, optionals unwrapped.
private func description(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    return mirror.children.first.map { description(of: $0.value) } ?? "nil"
  }
  return value is any StringProtocol ? String(reflecting: value) : String(describing: value)
}
