/// The sentences for what is wrong in JSON and in tables.
extension JSONFault {
  var sentence: String {
    switch self {
    case .badEscape: "a '\\' that begins no escape; taken as it is"
    case .loneSurrogate: "half of a character; U+FFFD stands for it"
    case .rawControl: "a control character within a text; taken as it is"
    case .looseQuote: "a quote within a text; taken as it is"
    case .unfinishedText: "a text begins here and does not end"
    case .badWord: "neither a number nor 'true', 'false' or 'null'; taken as a text"
    case .unquotedKey: "a key without quotes; taken as it is"
    case .missingKey: "a member without a key; taken as it is"
    case .missingValue: "a key without a value; taken for an empty one"
    case .missingColon: "a ':' is missing before this"
    case .looseColon: "a ':' that follows no key; passed over"
    case .missingComma: "a ',' is missing before this"
    case .looseComma: "a ',' with no value behind or before it; passed over"
    case .repeatedKey: "a member whose key another has, too; both are kept"
    case .comment: "a comment; passed over"
    case .looseEnd: "a bracket that ends nothing; passed over"
    case .missingEnd: "a bracket for what begins further out; what is within it ends here, too"
    case .unfinished: "the file ends within an array or an object; ended with it"
    case .junk: "something that is no part of a value; passed over"
    }
  }
}

extension TableFault {
  var sentence: String {
    switch self {
    case .unfinishedField: "a quoted field begins here and does not end"
    case .looseQuote: "a quote within a quoted field; taken as it is"
    case .raggedRecord(let count, let expected):
      "\(count) \(count == 1 ? "field" : "fields") where there are \(expected) columns"
    }
  }
}

extension LinkFault {
  var sentence: String {
    switch self {
    case .missingParent: "the parent is not there; the row is shown at the root"
    case .circle: "a row below itself; shown at the root"
    case .repeatedIdentity: "another row has the same identity; parents are found by the first"
    case .missingChild: "the child is not there"
    case .severalParents: "the child of several rows; shown below the first"
    }
  }
}
