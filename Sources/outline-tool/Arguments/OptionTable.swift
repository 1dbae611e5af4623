/// Options that the help text lists under one title.
struct OptionGroup {
  let title: String
  let options: [OptionDescription]

  static let all = [
    OptionGroup(title: "reading", options: reading),
    OptionGroup(title: "rows", options: rows),
    OptionGroup(title: "output", options: output),
    OptionGroup(title: "other", options: other),
  ]
}

extension OptionGroup {
  private static let reading = [
    OptionDescription(
      "--from", value: OptionValue("FORMAT", "format", Format.names.joined(separator: ", ")),
      help: "read files as FORMAT, whatever they look like"
    ) { settings, value in
      settings.format = Format(rawValue: String(decoding: value, as: UTF8.self))
      return settings.format != nil
    },
    field("--children", \.children, "the member of JSON that has the children"),
    field("--label", \.label, "the member or column that has the text of a row"),
    field("--id", \.identity, "the member or column that parents are known by"),
    field("--parent", \.parent, "the member or column that names the parent"),
    OptionDescription("--strict", help: "refuse files that are not well-formed") {
      $0.isStrict = true
    },
    OptionDescription("-a", help: "show directory entries that start with a dot") {
      $0.showsHiddenFiles = true
    },
  ]

  /// An option for the name of a member or a column.
  private static func field(
    _ name: String, _ field: any WritableKeyPath<FieldNames, Bytes?> & Sendable, _ help: String
  ) -> OptionDescription {
    let value = OptionValue("KEY", "name", "the name of a member or a column")
    return OptionDescription(name, value: value, help: help) { settings, value in
      settings.fieldNames[keyPath: field] = value
      return true
    }
  }

  private static let rows = [
    OptionDescription(
      "-L", "--depth", value: OptionValue("N", "depth", "a number from 1 on"),
      help: "show N levels; deeper directories are not read"
    ) { settings, value in
      settings.depth = value.positiveNumber
      return settings.depth != nil
    },
    OptionDescription(
      "--expand",
      value: OptionValue("WHAT", "expansion", "all, stored, none or a number of levels"),
      help: "expand all rows, those that the file says, none, or N levels"
    ) { settings, value in
      guard let expansion = Expansion(value) else { return false }
      settings.expansion = expansion
      return true
    },
    OptionDescription(
      "--collapse", value: OptionValue("TEXT", "text", "any text"),
      help: "collapse each row whose whole text is TEXT; repeatable"
    ) { settings, value in
      settings.collapsedTexts.append(value)
      return true
    },
  ]

  private static let output = [
    OptionDescription(
      "--charset", value: OptionValue("utf8|ascii", "charset", "utf8 or ascii"),
      help: "draw tree lines so; otherwise the locale decides"
    ) { settings, value in
      settings.charset = Charset(name: value)
      return settings.charset != nil
    }
  ]

  private static let other = [
    OptionDescription("-h", "--help", kind: .help, help: "print this help"),
    OptionDescription("--version", kind: .version, help: "print the version"),
  ]
}

extension Format {
  fileprivate static var names: [String] { allCases.map(\.rawValue).sorted() }
}

extension Expansion {
  fileprivate init?(_ value: Bytes) {
    switch String(decoding: value, as: UTF8.self) {
    case "all": self = .all
    case "stored": self = .stored
    case "none": self = .none
    default:
      guard let levels = value.positiveNumber else { return nil }
      self = .levels(levels)
    }
  }
}

extension Bytes {
  /// The number from 1 on that these are the digits of.
  fileprivate var positiveNumber: Int? {
    guard allSatisfy(\.isASCIIDigit) else { return nil }
    let number = Int(String(decoding: self, as: UTF8.self))
    return number.flatMap { $0 > 0 ? $0 : nil }
  }
}
