/// What is wrong with a table, and was taken as it was meant.
enum TableFault {
  /// A quoted field that does not end.
  case unfinishedField
  /// A quote within a quoted field.
  case looseQuote
  /// A record with more or fewer fields than there are columns.
  case raggedRecord(Int, columns: Int)
}
