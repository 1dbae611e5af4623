/// The settings that readers of files need.
struct ReaderOptions {
  /// The members of JSON objects and the columns of tables that link rows to each other.
  var fieldNames = FieldNames()
  /// The rows of Markdown and Org to read; `nil` stands for all Markdown rows and Org headlines.
  var rowKinds: RowKinds?
  /// The attributes to find.
  var attributeNames: [Bytes] = []
  /// Whether to find the attributes that may hold addresses.
  var findsAddresses = false
  /// Whether to record rows that include other files.
  var findsIncludes = false
  /// Whether to read which rows the file stores as expanded.
  var readsExpansion = false

  /// Whether to find attributes.
  var needsAttributes: Bool { !attributeNames.isEmpty }

  /// Whether to record the start of each row's element.
  var needsStarts: Bool { needsAttributes || findsIncludes }
}

/// The members or columns that options name.
struct FieldNames {
  var children: Bytes?
  var label: Bytes?
  var identity: Bytes?
  var parent: Bytes?
}

/// The parts of a document that become rows.
enum RowKinds: String {
  case headings
  case lists
  case both
}
