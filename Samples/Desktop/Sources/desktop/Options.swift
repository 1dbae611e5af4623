import CGTK

/// The options of the command line.
struct Options {
  enum Model: String {
    case outline, gtk
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  static let help = """
    A sidebar with files, in a list view of GTK on the library Outline.

    USAGE: desktop [FOLDER] [--delay MS] [--page N] [--log FILE]
           desktop --rows N [--model outline|gtk]
           desktop --measure N [--model outline|gtk]
           desktop --random N [--seed S]

      FOLDER          the folder to browse; your home folder by default
      --delay MS      a time that each folder takes to load
      --page N        the number of files that a folder loads at once; 500 by default
      --log FILE      a file that receives the visible rows after each change
      --rows N        a tree with N generated rows instead of files
      --model MODEL   the model of that tree: the library, or GtkTreeListModel of GTK
      --measure N     measure how fast N rows expand and collapse, with both models by default
      --random N      make N random changes, and compare all rows with the snapshot after each
      --seed S        the seed of the random changes

    KEYS: Up, Down, Page Up, Page Down, Home, End, letters (go to a row), Right (expand), Left
          (collapse), * (expand a row and its siblings), Return (open), F2 (rename), Control-Z (undo),
          Control-Shift-Z (redo)
    """

  var folder = String(cString: g_get_home_dir())
  var delay = Duration.zero
  var pageSize = 500
  var log: String?
  var rows: Int?
  var model: Model?
  var measuredRows: Int?
  var randomChanges: Int?
  var seed = UInt64.random(in: 0..<1_000_000)
  var showsHelp = false

  init(_ arguments: some Sequence<String>) throws {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      func value<Value>(_ parse: (String) -> Value?) throws -> Value {
        guard let text = iterator.next() else { throw Failure("\(argument) needs a value") }
        guard let value = parse(text) else { throw Failure("\(argument): invalid value \(text)") }
        return value
      }
      func count() throws -> Int {
        try value { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
      }
      switch argument {
      case "--delay": delay = .milliseconds(try count())
      case "--page": pageSize = try count()
      case "--log": log = try value { $0 }
      case "--rows": rows = try count()
      case "--model": model = try value { Model(rawValue: $0) }
      case "--measure": measuredRows = try count()
      case "--random": randomChanges = try count()
      case "--seed": seed = try value { UInt64($0) }
      case "--help", "-h": showsHelp = true
      case _ where argument.hasPrefix("-"): throw Failure("unknown option \(argument)")
      default: folder = try absolutePath(argument)
      }
    }
  }

  private func absolutePath(_ path: String) throws -> String {
    guard let absolute = g_canonicalize_filename(path, nil) else { return path }
    defer { g_free(absolute) }
    guard g_file_test(absolute, G_FILE_TEST_IS_DIR) != 0 else {
      throw Failure("\(path): no such folder")
    }
    return String(cString: absolute)
  }
}
