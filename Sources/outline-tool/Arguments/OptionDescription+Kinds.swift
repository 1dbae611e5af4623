extension OptionDescription.Kind {
  typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable
  typealias FieldPath = any WritableKeyPath<FieldNames, Bytes?> & Sendable

  static func flag<Value: Sendable>(_ setting: Path<Value>, _ value: Value) -> Self {
    .flag { $0[keyPath: setting] = value }
  }

  /// Returns the kind of an option with a value; `set` returns `false` if the value is invalid.
  static func parsed(
    _ placeholder: String, _ noun: String, _ meaning: String, keywords: [String] = [],
    set: @escaping @Sendable (inout Settings, Bytes) -> Bool
  ) -> Self {
    let value = OptionValue(
      placeholder: placeholder, noun: noun, meaning: meaning, keywords: keywords)
    return .setting(value) {
      set(&$0, $1) ? nil : .unsuitable
    }
  }

  static func number(_ noun: String, _ setting: Path<Int?>) -> Self {
    .parsed("N", noun, "a positive number") { settings, value in
      settings[keyPath: setting] = value.positiveNumber
      return value.positiveNumber != nil
    }
  }

  static func field(_ field: FieldPath) -> Self {
    .parsed("KEY", "name", "the name of a member or a column") { settings, value in
      settings.input.reader.fieldNames[keyPath: field] = value
      return true
    }
  }

  static func pattern(_ setting: Path<[Pattern]>) -> Self {
    let description = OptionValue(
      placeholder: "PATTERN", noun: "pattern", meaning: "a glob or a /regex/")
    return .setting(description) { settings, value in
      do throws(PatternError) {
        settings[keyPath: setting].append(try Pattern(value))
        return nil
      } catch {
        return .invalidPattern(error)
      }
    }
  }

  static var condition: Self {
    let description = OptionValue(
      placeholder: "CONDITION", noun: "condition", meaning: "a condition such as state=TODO")
    return .setting(description) { settings, value in
      do throws(ConditionError) {
        settings.input.arrangement.conditions.append(try Condition(value))
        return nil
      } catch {
        return .invalidCondition(error)
      }
    }
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ placeholder: String, _ noun: String, _ setting: Path<Value?>
  ) -> Self {
    let keywords = Value.allCases.map(\.rawValue)
    let last = keywords.last ?? ""
    let meaning = keywords.dropLast().joined(separator: ", ") + " or " + last
    return .parsed(placeholder, noun, meaning, keywords: keywords) { settings, value in
      settings[keyPath: setting] = Value(rawValue: value.lowercasedText)
      return settings[keyPath: setting] != nil
    }
  }
}

extension Expansion {
  init?(_ value: Bytes) {
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
  fileprivate var positiveNumber: Int? { number.flatMap { $0 > 0 ? $0 : nil } }
}
