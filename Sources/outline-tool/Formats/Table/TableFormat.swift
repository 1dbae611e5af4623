struct TableFormat: Format {
  let name = "csv"
  let fileExtensions = ["csv", "tsv", "tab"]
  let help = [
    "*.csv, *.tsv, *.tab, or records with columns such as 'id' and",
    "'parent'; without a file name extension also at least three fields",
    "per line below a column name such as 'title'. Records are linked",
    "by identity and parent, by paths in one or several columns, or by",
    "a column 'level', and their other columns are attributes. A column",
    "of parents can have any name if its texts are identities.",
    "Otherwise each record is a row, and its fields are rows below it,",
    "or attributes if --to names a format with a place for them. The",
    "first record names the columns if its texts are known names, are",
    "above numbers, or do not recur below it. Years, such as 2023,2024,",
    "can follow. Records without texts are not rows. Columns such as",
    "'id' or 'uuid' identify rows.",
  ]
  let rowNoun = "records"
  let options = ["--label", "--id", "--parent"]
  let writers: [any OutlineWriter] = [TableWriter()]

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    let sample = text.extracting(first: min(text.count, 1 << 16))
    let scanner = TableScanner.scan(sample, delimiter: TableScanner.mostLikelyDelimiter(in: sample))
    let table = scanner.table
    guard table.recordCount > 1, table.usualFieldCount > 1 else { return false }
    let header = TableHeader.find(in: table, sample, names: FieldNames())
    // The tables of other formats begin with a bar.
    let start = table.offset(of: header.record ?? 0)
    if start < sample.count, sample[start] == UInt8(ascii: "|") { return false }
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
