/// Tells which patterns a text matches, in one walk over the text.
///
/// The steps that a text may have come to together are a state. States, and where each class of
/// symbols leads from them, are worked out when a text first comes there and kept: most texts walk
/// along a table. As there are never more than a fixed number of states kept, neither time nor
/// memory can run away.
struct Automaton {
  /// The state that nothing leads out of, and the one in which whatever follows matches.
  private static let dead: Int32 = 0
  private static let matched: Int32 = 1
  private static let first: Int32 = 2

  private let program: Fragment
  /// Where the classes of symbols begin that no step tells apart.
  private let classStarts: [UInt32]
  private var classesOfASCII: ContiguousArray<Int32> = []
  private let stateLimit: Int
  /// The pattern that every text matches.
  private var initialMatch: Int?
  /// The steps that a text may begin to match at behind its start.
  private var restart: [Int32] = []

  /// By state: the steps it stands for, and the number of the pattern that a text matches which
  /// ends there.
  private var states: [[Int32]] = []
  private var matchesAtEnd: [Int?] = []
  private var numbers: [[Int32]: Int32] = [:]
  /// By state and class: the next state, or -1 where that is not known yet.
  private var transitions: ContiguousArray<Int32> = []
  /// By state: the symbol of ASCII that alone leads elsewhere, so that others need no look; `nil`
  /// where there is none such, or where that was not asked yet.
  private var exits: [UInt8?] = []

  /// Makes an automaton of patterns; of those that match up to the end, the last one counts.
  init(_ patterns: [Fragment]) {
    let ended = patterns.enumerated().map { $0.element + [.match($0.offset)] }
    program = ended.isEmpty ? .symbol(SymbolSet([])) : Fragment.any(of: ended)
    var starts: Set<UInt32> = [0]
    for case .symbol(let set) in program {
      for range in set.ranges { starts.formUnion([range.lowerBound, range.upperBound + 1]) }
    }
    classStarts = starts.sorted()
    stateLimit = max(10, min(1000, 2_000_000 / classStarts.count))
    classesOfASCII = ContiguousArray((0..<128).map { Int32(classOfSymbol($0)) })
    restart = closure(of: [0], isAtStart: false)
    reset()
  }

  /// Returns the number of the pattern that a text matches, `nil` where it matches none.
  ///
  /// - Complexity: O(`text.count`) for a given automaton
  mutating func match(_ text: Span<UInt8>) -> Int? {
    if let initialMatch { return initialMatch }
    var state = Automaton.first
    var index = 0
    while let symbolClass = walk(along: text, from: &index, in: &state) {
      let next = step(from: state, symbolClass)
      if next == state { findExit(of: state) }
      state = next
    }
    return matchesAtEnd[Int(state)]
  }

  /// Walks along the table as far as it is known; returns the class of the symbol that leads on
  /// from there, `nil` where the walk is over.
  ///
  /// Mutating, since the automaton is copied for each call otherwise.
  private mutating func walk(
    along text: Span<UInt8>, from start: inout Int, in first: inout Int32
  ) -> Int? {
    let (table, classes) = (transitions.span, classesOfASCII.span)
    let width = classStarts.count
    var (index, state) = (start, first)
    defer { (start, first) = (index, state) }
    while state > Automaton.matched && index < text.count {
      if let exit = exits[Int(state)] {
        index = text.firstIndex(of: exit, from: index) ?? text.count
      }
      let ways = table.extracting(Int(state) * width..<Int(state) * width + width)
      // Most symbols lead back to where they came from.
      while index < text.count {
        let byte = text[index]
        let symbolClass: Int
        if byte < 0x80 {
          symbolClass = Int(classes[Int(byte)])
          index += 1
        } else {
          let character = DecodedCharacter(in: text, at: index)
          symbolClass = classOfSymbol(character.symbol)
          index += character.length
        }
        let next = ways[symbolClass]
        if next == state { continue }
        if next < 0 { return symbolClass }
        state = next
        break
      }
    }
    return nil
  }

  private func classOfSymbol(_ symbol: UInt32) -> Int {
    var (low, high) = (0, classStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if classStarts[middle] <= symbol { low = middle } else { high = middle }
    }
    return low
  }
}

// MARK: - States

extension Automaton {
  private mutating func reset() {
    states = []
    matchesAtEnd = []
    exits = []
    numbers = [:]
    transitions = []
    _ = addState([], match: nil)
    _ = addState([-1], match: 0)
    let start = closure(of: [0], isAtStart: true)
    initialMatch = matchedPattern(among: start)
    // A text can start and end here; so no other state with these steps is the same.
    let whole = closure(of: [0], isAtStart: true, isAtEnd: true)
    _ = addState(start, match: matchedPattern(among: whole))
  }

  private mutating func addState(_ steps: [Int32], match: Int?) -> Int32 {
    states.append(steps)
    matchesAtEnd.append(match)
    exits.append(nil)
    transitions += repeatElement(-1, count: classStarts.count)
    return Int32(states.count - 1)
  }

  /// Works out where a class of symbols leads from a state.
  private mutating func step(from state: Int32, _ symbolClass: Int) -> Int32 {
    let symbol = classStarts[symbolClass]
    var targets: [Int32] = []
    for step in states[Int(state)] {
      if case .symbol(let set) = program[Int(step)], set.contains(symbol) {
        targets.append(step + 1)
      }
    }
    let steps = closure(of: targets + restart, isAtStart: false)
    let isFull = states.count >= stateLimit
    if isFull { reset() }
    let next = number(of: steps)
    if !isFull { transitions[Int(state) * classStarts.count + symbolClass] = next }
    return next
  }

  /// Finds the symbol that alone leads elsewhere, if there is one and it is soon found.
  private mutating func findExit(of state: Int32) {
    guard classStarts.count < 64, states.count + classStarts.count < stateLimit else { return }
    let ways = classStarts.indices.filter { step(from: state, $0) != state }
    if ways.count == 1, let way = ways.first, way + 1 < classStarts.count,
      classStarts[way] < 0x80, classStarts[way + 1] == classStarts[way] + 1
    {
      exits[Int(state)] = UInt8(classStarts[way])
    }
  }

  private mutating func number(of steps: [Int32]) -> Int32 {
    if let known = numbers[steps] { return known }
    var number = Automaton.dead
    if let pattern = matchedPattern(among: steps) {
      matchesAtEnd[Int(Automaton.matched)] = pattern
      number = Automaton.matched
    } else if !steps.isEmpty {
      number = addState(steps, match: match(in: steps))
    }
    numbers[steps] = number
    return number
  }

  /// Returns the number of the last pattern that a text matches which ends with these steps.
  private func match(in steps: [Int32]) -> Int? {
    matchedPattern(among: closure(of: steps, isAtStart: false, isAtEnd: true))
  }

  private func matchedPattern(among steps: [Int32]) -> Int? {
    steps.compactMap { step in
      if case .match(let pattern) = program[Int(step)] { pattern } else { nil }
    }.max()
  }

  /// Returns the steps that some steps lead to without a symbol, in order.
  private func closure(of steps: [Int32], isAtStart: Bool, isAtEnd: Bool = false) -> [Int32] {
    var isKnown = [Bool](repeating: false, count: program.count)
    var found: [Int32] = []
    var open = steps
    while let step = open.popLast() {
      if isKnown[Int(step)] { continue }
      isKnown[Int(step)] = true
      switch program[Int(step)] {
      case .symbol, .match: found.append(step)
      case .split(let offset): open += [step + 1, step + Int32(offset)]
      case .jump(let offset): open.append(step + Int32(offset))
      case .start:
        if isAtStart { open.append(step + 1) }
      case .end:
        found.append(step)
        if isAtEnd { open.append(step + 1) }
      }
    }
    return found.sorted()
  }
}
