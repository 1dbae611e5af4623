/// Tables of comma-separated values, or with other delimiters.
struct TableFormat: Format {
  let name = "csv"
  let fileExtensions = ["csv", "tsv", "tab"]

  let help = [
    "*.csv, *.tsv, *.tab, or records whose columns are named like",
    "'id' and 'parent'; in a nameless file also three or more fields",
    "in each line below a name like 'title'. Records with an identity",
    "and a parent, or paths in one column or in several; else a row",
    "for each record, its fields below.",
  ]

  func rowNoun(_ options: ReaderOptions) -> String { "records" }

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    let sample = text.extracting(first: min(text.count, 4096))
    let scanner = TableScanner.scan(sample, delimiter: Delimiter.mostLikely(in: sample))
    let table = scanner.table
    guard table.recordCount > 1, table.usualFieldCount > 1 else { return false }
    let header = TableHeader.find(in: table, sample, names: FieldNames())
    if header.isCertain { return table.recordCount > 2 }
    let wholeCount = sample.count < text.count ? table.recordCount - 1 : table.recordCount
    let isWide = table.usualFieldCount > (header.identity == 0 ? 1 : 2)
    return isNameless && isWide && header.record == 0 && header.hasUsualNames
      && (0..<wholeCount).allSatisfy { table.fieldCount(of: $0) == table.usualFieldCount }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    TableReader.read(bytes, name: name, options: options)
  }
}
