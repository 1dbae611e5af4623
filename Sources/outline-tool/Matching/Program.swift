/// A step of a program; jumps are relative to the step.
enum Instruction {
  /// Continues if the next symbol is in the set.
  case symbol(SymbolSet)
  /// Continues both at the next step and at another one.
  case split(Int)
  case jump(Int)
  /// Continues only before the first symbol.
  case start
  /// Continues only after the last symbol.
  case end
  /// Continues only where a word begins or ends or, if negated, only elsewhere.
  case boundary(isNegated: Bool)
  /// The text matches the pattern with this number.
  case match(Int)
}

typealias Fragment = [Instruction]

extension Fragment {
  static func symbol(_ set: SymbolSet) -> Fragment { [.symbol(set)] }

  /// Returns a fragment for any number of symbols of a set.
  static func run(_ set: SymbolSet) -> Fragment { Fragment.symbol(set).repeated(0...) }

  /// Returns a fragment for any of several alternatives.
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

  /// Returns the fragment with a minimum number of repetitions.
  func repeated(_ counts: PartialRangeFrom<Int>) -> Fragment {
    let loop = [.split(count + 2)] + self + [.jump(-count - 1)]
    return Fragment(repeatElement(self, count: counts.lowerBound).joined()) + loop
  }

  /// Returns the fragment with a bounded number of repetitions.
  func repeated(_ counts: ClosedRange<Int>) -> Fragment {
    var tail: Fragment = []
    // Each optional copy includes the copies after it.
    for _ in 0..<counts.count - 1 { tail = (self + tail).optional }
    return Fragment(repeatElement(self, count: counts.lowerBound).joined()) + tail
  }
}
