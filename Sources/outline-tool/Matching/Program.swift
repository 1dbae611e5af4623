/// A step of a pattern; jumps are counted from the step itself.
enum Instruction {
  /// Goes on if the next symbol is in the set.
  case symbol(SymbolSet)
  /// Goes on with the next step, and as well with another one.
  case split(Int)
  case jump(Int)
  /// Goes on only before the first symbol.
  case start
  /// Goes on only behind the last symbol.
  case end
  /// The text matches the pattern of this number.
  case match(Int)
}

/// Steps that can be put behind others, and repeated, as they are.
typealias Fragment = [Instruction]

extension Fragment {
  static func symbol(_ set: SymbolSet) -> Fragment { [.symbol(set)] }

  /// Any number of symbols of a set.
  static func run(_ set: SymbolSet) -> Fragment { Fragment.symbol(set).repeated(0...) }

  /// One fragment or another.
  static func any(of alternatives: [Fragment]) -> Fragment {
    var result: Fragment = []
    var stepsToCome = alternatives.reduce(-2) { $0 + $1.count + 2 }
    for fragment in alternatives.dropLast() {
      stepsToCome -= fragment.count + 2
      result.append(.split(fragment.count + 2))
      result += fragment
      result.append(.jump(stepsToCome + 1))
    }
    return result + (alternatives.last ?? [])
  }

  var optional: Fragment { [.split(count + 1)] + self }

  /// The fragment so many times or more.
  func repeated(_ counts: PartialRangeFrom<Int>) -> Fragment {
    let loop = [.split(count + 2)] + self + [.jump(-count - 1)]
    return Fragment(repeatElement(self, count: counts.lowerBound).joined()) + loop
  }

  /// The fragment between so many and so many times.
  func repeated(_ counts: ClosedRange<Int>) -> Fragment {
    var tail: Fragment = []
    // Each copy may be left out with those behind it.
    for _ in 0..<counts.count - 1 { tail = (self + tail).optional }
    return Fragment(repeatElement(self, count: counts.lowerBound).joined()) + tail
  }
}
