/// What is wrong with rows that name their parents.
enum LinkFault {
  /// The parent that a row names is not there.
  case missingParent
  /// A row is below itself.
  case circle
  /// Several rows have one identity; the first is the one that others mean.
  case repeatedIdentity
  /// A row is named as a child that is not there.
  case missingChild
  /// A row is named as a child of several rows.
  case severalParents
}
