/// What keeps a regular expression from being one; the place is counted in characters, from 1.
enum PatternFault: Error {
  case missingParenthesis(at: Int)
  case looseParenthesis(at: Int)
  case missingBracket(at: Int)
  case nothingToRepeat(at: Int)
  case badRepetition(at: Int)
  case badRange(at: Int)
  case unknownEscape(at: Int)
  case unknownGroup(at: Int)
  /// So many repetitions that it would take too much memory.
  case tooLarge
}
