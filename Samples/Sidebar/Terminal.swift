import Dispatch
import Outline

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal of the program: its keys without echo, and its screen.
@MainActor
final class Terminal {
  /// A key that has a meaning in the sidebar.
  enum Key: Hashable, CustomStringConvertible {
    case row(OutlineSelection<String>.Key)
    case toggle
    case character(Character)

    var description: String {
      switch self {
      case .row(let key): "\(key)"
      case .toggle: "toggle"
      case .character(let character): "\(character)"
      }
    }
  }

  enum Event {
    case key(Key)
    /// The rows have changed.
    case change
    /// The system asks the program to end.
    case end
  }

  struct Failure: Error {}

  /// A Boolean value that indicates whether a user sits at input and output.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  private var original = termios()
  private var keySource: (any DispatchSourceRead)?
  private var signalSources: [any DispatchSourceSignal] = []

  /// Begins to read keys and shows an empty screen.
  ///
  /// Signals arrive as events, so that the program always ends by the same path: ``end()`` restores
  /// the terminal.
  func begin(_ handle: @escaping @MainActor (Event) -> Void) throws {
    guard unsafe tcgetattr(STDIN_FILENO, &original) == 0 else { throw Failure() }
    var raw = original
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    // Return is a key, unlike the newlines of a file.
    raw.c_iflag &= ~tcflag_t(ICRNL)
    guard unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { throw Failure() }
    // Long lines are cut, so that each takes one line of the screen.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        let bytes = Self.readBytes()
        // The terminal is gone, or the user has pressed Control-C or Control-D.
        if bytes.isEmpty || bytes.contains(3) || bytes.contains(4) { return handle(.end) }
        for key in Self.keys(in: bytes) {
          handle(.key(key))
        }
      }
    }
    source.activate()
    keySource = source
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { handle(.end) } }
      source.activate()
      signalSources.append(source)
    }
  }

  /// Restores the terminal.
  func end() {
    keySource?.cancel()
    write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &original)
  }

  /// Replaces the content of the screen by the lines that fit.
  func draw(_ lines: [String]) {
    let fitting = lines.prefix(height).map { $0 + "\u{1B}[K" }
    write("\u{1B}[H" + fitting.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// The number of lines of the screen.
  var height: Int {
    var size = winsize()
    #if canImport(Darwin)
      let request: UInt = 0x4008_7468  // TIOCGWINSZ, which is too complex a macro to import
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard unsafe ioctl(STDOUT_FILENO, request, &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }

  private func write(_ text: String) {
    print(text, terminator: "")
    fflush(nil)
  }

  // MARK: - Reading

  /// Reads all keys of a file.
  static func readKeys() -> [Key] {
    var bytes: [UInt8] = []
    while true {
      let next = readBytes()
      if next.isEmpty { return keys(in: bytes) }
      bytes += next
    }
  }

  private static func readBytes() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }

  /// Returns the keys that a terminal encodes as bytes, without unknown bytes.
  private static func keys(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (0x1B, 0x5B?), (0x1B, 0x4F?):
        // A sequence ends in a letter or a tilde.
        let parameters = rest.dropFirst().prefix { 0x20..<0x40 ~= $0 }
        let sequence = rest.dropFirst().prefix(parameters.count + 1)
        rest = rest[sequence.endIndex...]
        let names: [String: OutlineSelection<String>.Key] = [
          "A": .up, "B": .down, "C": .right, "D": .left, "F": .end, "H": .home,
          "1~": .home, "4~": .end, "5~": .pageUp(rows: 10), "6~": .pageDown(rows: 10),
        ]
        if let key = names[String(decoding: sequence, as: UTF8.self)] {
          keys.append(.row(key))
        }
      default:
        let character = Character(Unicode.Scalar(byte))
        let letters: [Character: Key] = [
          "k": .row(.up), "j": .row(.down), "h": .row(.left), "l": .row(.right),
          "*": .row(.asterisk), " ": .toggle, "\r": .toggle,
        ]
        if character.isASCII, byte > 0x20 || letters[character] != nil {
          keys.append(letters[character] ?? .character(character))
        }
      }
    }
    return keys
  }
}
