/// Finds the pattern that a text matches, in one pass over the text.
///
/// The automaton is deterministic and built lazily. A state is a set of program steps. The
/// automaton adds states and transitions when a text first needs them. The number of states is
/// bounded, which also bounds time and memory.
///
/// - Complexity: O(`text.count`) for a given program
struct Automaton {
  /// The state without transitions, and the state that matches any remaining text.
  private static let dead: Int32 = 0
  private static let matched: Int32 = 1
  private static let first: Int32 = 2

  private let program: Fragment
  /// Whether each byte is a symbol, even within a non-ASCII character.
  private let readsBytes: Bool
  /// The first symbol of each class; no step distinguishes the symbols of a class.
  private let classStarts: [UInt32]
  private var classesOfASCII: ContiguousArray<Int32> = []
  private let stateLimit: Int
  private var hasBoundaries = false
  /// The pattern that every text matches.
  private var initialMatch: Int?
  /// The steps at which a match can begin after the start of the text.
  private var restart: [Int32] = []

  /// Marks the steps of a state after a character of a word.
  private static let afterWord: Int32 = -2

  /// The steps of each state, and the pattern that matches if the text ends there.
  private var states: [[Int32]] = []
  private var matchesAtEnd: [Int?] = []
  private var numbers: [[Int32]: Int32] = [:]
  /// The next state for each state and class, or -1 if it is unknown.
  private var transitions: ContiguousArray<Int32> = []
  /// The only ASCII symbol, or the only two, that lead from each state to another one.
  ///
  /// They are `nil` if there are no such symbols, or if the automaton has not looked for them.
  private var exits: [(UInt8, UInt8)?] = []

  /// Creates an automaton for patterns.
  ///
  /// The last matching pattern wins among those that match up to the end.
  init(_ patterns: [Fragment], readingBytes: Bool = false) {
    readsBytes = readingBytes
    let ended = patterns.enumerated().map { $0.element + [.match($0.offset)] }
    program = ended.isEmpty ? .symbol(SymbolSet([])) : Fragment.any(of: ended)

    var starts: Set<UInt32> = [0]
    for instruction in program {
      let set: SymbolSet
      switch instruction {
      case .symbol(let symbols): set = symbols
      case .boundary:
        set = .wordCharacters
        hasBoundaries = true
      default: continue
      }
      for range in set.ranges { starts.formUnion([range.lowerBound, range.upperBound + 1]) }
    }

    classStarts = starts.sorted()
    stateLimit = max(10, min(1000, 2_000_000 / classStarts.count))
    classesOfASCII = ContiguousArray((0..<128).map { Int32(classOfSymbol($0)) })
    restart = closure(of: [0], isAtStart: false)
    reset()
  }

  /// Returns the number of the matching pattern, or `nil`.
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

  /// Follows known transitions; returns the class of the symbol whose transition is unknown, or
  /// `nil` at the end.
  ///
  /// Mutating, because a nonmutating method would copy the automaton for each call.
  private mutating func walk(
    along text: Span<UInt8>, from start: inout Int, in first: inout Int32
  ) -> Int? {
    let table = transitions.span
    let classes = classesOfASCII.span
    let width = classStarts.count
    var index = start
    var state = first
    defer {
      start = index
      first = state
    }

    while state > Automaton.matched && index < text.count {
      if let exit = exits[Int(state)] {
        index = text.firstIndex(of: exit.0, or: exit.1, from: index)
      }
      let ways = table.extracting(Int(state) * width..<Int(state) * width + width)
      // Most symbols stay in the state.
      while index < text.count {
        let byte = text[index]
        let symbolClass: Int
        if byte < 0x80 {
          symbolClass = Int(classes[Int(byte)])
          index += 1
        } else if readsBytes {
          symbolClass = classOfSymbol(UInt32(byte))
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
    classStarts.partitioningIndex { $0 > symbol } - 1
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
    // This state differs from others with the same steps, since a text can start and end here.
    let whole = closure(of: [0], isAtStart: true, isAtEnd: true, isBoundary: false)
    _ = addState(start, match: matchedPattern(among: whole))
  }

  private mutating func addState(_ steps: [Int32], match: Int?) -> Int32 {
    states.append(steps)
    matchesAtEnd.append(match)
    exits.append(nil)
    transitions += repeatElement(-1, count: classStarts.count)
    return Int32(states.count - 1)
  }

  /// Adds the transition of a state for a class.
  private mutating func step(from state: Int32, _ symbolClass: Int) -> Int32 {
    let symbol = classStarts[symbolClass]
    var targets: [Int32] = []
    var sources = states[Int(state)]

    let isWord = hasBoundaries && SymbolSet.wordCharacters.contains(symbol)
    if hasBoundaries {
      let isAfterWord = sources.first == Automaton.afterWord
      if isAfterWord { sources.removeFirst() }
      // The next symbol decides whether a word begins or ends before it.
      sources = closure(of: sources, isAtStart: false, isBoundary: isAfterWord != isWord)
    }

    if matchedPattern(among: sources) != nil { targets = sources }
    for step in sources {
      if case .symbol(let set) = program[Int(step)], set.contains(symbol) {
        targets.append(step + 1)
      }
    }

    var steps = closure(of: targets + restart, isAtStart: false)
    if isWord { steps.insert(Automaton.afterWord, at: 0) }

    let isFull = states.count >= stateLimit
    if isFull { reset() }
    let next = number(of: steps)
    if !isFull { transitions[Int(state) * classStarts.count + symbolClass] = next }
    return next
  }

  /// Finds the only symbols that lead to another state, unless that is expensive.
  private mutating func findExit(of state: Int32) {
    guard classStarts.count < 64, states.count + classStarts.count < stateLimit else { return }
    let ways = classStarts.indices.filter { step(from: state, $0) != state }
    let areASCII = ways.allSatisfy { way in
      way + 1 < classStarts.count && classStarts[way] < 0x80
        && classStarts[way + 1] == classStarts[way] + 1
    }
    if let first = ways.first, let last = ways.last, ways.count <= 2 && areASCII {
      exits[Int(state)] = (UInt8(classStarts[first]), UInt8(classStarts[last]))
    }
  }

  private mutating func number(of steps: [Int32]) -> Int32 {
    if let known = numbers[steps] { return known }
    var number = Automaton.dead
    if let pattern = matchedPattern(among: steps) {
      matchesAtEnd[Int(Automaton.matched)] = pattern
      number = Automaton.matched
    } else if !steps.isEmpty {
      let isAfterWord = steps.first == Automaton.afterWord
      let atEnd = closure(
        of: isAfterWord ? Array(steps.dropFirst()) : steps, isAtStart: false, isAtEnd: true,
        isBoundary: isAfterWord)
      number = addState(steps, match: matchedPattern(among: atEnd))
    }
    numbers[steps] = number
    return number
  }

  private func matchedPattern(among steps: [Int32]) -> Int? {
    steps.compactMap { step in
      if step < 0 { return nil }
      return if case .match(let pattern) = program[Int(step)] { pattern } else { nil }
    }.max()
  }

  /// Returns the steps that are reachable without a symbol, in order; `isBoundary` is `nil` if the
  /// next symbol is unknown.
  private func closure(
    of steps: [Int32], isAtStart: Bool, isAtEnd: Bool = false, isBoundary: Bool? = nil
  ) -> [Int32] {
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
      case .boundary(let isNegated):
        found.append(step)
        if let isBoundary, isBoundary != isNegated { open.append(step + 1) }
      case .end:
        found.append(step)
        if isAtEnd { open.append(step + 1) }
      }
    }
    return found.sorted()
  }
}
