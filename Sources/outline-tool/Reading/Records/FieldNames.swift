/// The members or columns that options name, where a reader is not to find them itself.
struct FieldNames {
  var children: Bytes?
  var label: Bytes?
  var identity: Bytes?
  var parent: Bytes?
}
