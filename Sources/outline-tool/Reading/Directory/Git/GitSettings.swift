/// The settings of git that determine which files it ignores.
struct GitSettings {
  /// The maximum number of included files, which ends cycles.
  private static let maximalIncludes = 100

  private(set) var excludesFile: Bytes?
  /// The number of bytes of a hash in the index.
  private(set) var hashLength = 20
  private var includes = 0

  init() {
    if Process.environmentValue("GIT_CONFIG_NOSYSTEM") == nil {
      read(Process.environmentValue("GIT_CONFIG_SYSTEM") ?? Bytes("/etc/gitconfig".utf8))
    }
    excludesFile = excludesFile ?? GitSettings.userFile("ignore")
    if let file = Process.environmentValue("GIT_CONFIG_GLOBAL") {
      read(file)
    } else {
      if let file = GitSettings.userFile("config") { read(file) }
      if let file = GitSettings.expanded(Bytes("~/.gitconfig".utf8)) { read(file) }
    }
  }

  mutating func read(_ path: Bytes, in directory: Int32 = FileDescriptor.workingDirectory) {
    guard let file = try? FileDescriptor(regularFile: path, in: directory),
      let text = try? file.readAll(limit: Gitignore.sizeLimit)
    else { return }
    var scanner = GitSettingScanner(text: text)
    while let (name, value) = scanner.next() {
      switch String(decoding: name, as: UTF8.self) {
      case "core.excludesfile": excludesFile = GitSettings.expanded(value)
      case "extensions.objectformat": hashLength = value.elementsEqual("sha256".utf8) ? 32 : 20
      case "include.path":
        guard includes < Self.maximalIncludes, let included = GitSettings.expanded(value) else {
          continue
        }
        includes += 1
        read(included.relative(toDirectoryOf: path), in: directory)
      default: break
      }
    }
  }

  private static func userFile(_ name: String) -> Bytes? {
    let folder = Process.environmentValue("XDG_CONFIG_HOME") ?? []
    return folder.isEmpty
      ? expanded(Bytes("~/.config/git/\(name)".utf8)) : folder + "/git/\(name)".utf8
  }

  /// Returns a path with the home directory in place of `~`.
  private static func expanded(_ path: Bytes) -> Bytes? {
    guard path.starts(with: "~/".utf8) else { return path }
    return Process.environmentValue("HOME").map { $0 + path.dropFirst() }
  }
}

private struct GitSettingScanner {
  let text: Bytes
  private var index = 0
  private var section: Bytes = []

  init(text: Bytes) {
    self.text = text
  }

  private var byte: UInt8? { index < text.count ? text[index] : nil }

  /// Returns the next setting with a name such as `core.bare`, in lowercase.
  mutating func next() -> (name: Bytes, value: Bytes)? {
    while let first = byte {
      switch first {
      case UInt8(ascii: "#"), UInt8(ascii: ";"):
        index = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      case UInt8(ascii: "["):
        let end = text[index...].firstIndex(of: UInt8(ascii: "]")) ?? text.count
        section = Bytes(text[(index + 1)..<end].map(\.lowercased))
        index = end
      case _ where first.isASCIILetter:
        let start = index
        while let byte, byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") {
          index += 1
        }
        let name = section + ".".utf8 + text[start..<index].map(\.lowercased)
        skipBlanks()
        return (name, byte == UInt8(ascii: "=") ? value() : [])
      default: index += 1
      }
    }
    return nil
  }

  private mutating func skipBlanks() {
    while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
  }

  private mutating func value() -> Bytes {
    index += 1
    skipBlanks()
    var value: Bytes = []
    // The length without blanks at the end.
    var length = 0
    var isQuoted = false
    while let next = byte, next != UInt8(ascii: "\n") {
      index += 1
      switch next {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        length = value.count
      case UInt8(ascii: "\\"):
        if let escaped = byte, escaped != UInt8(ascii: "\n") {
          let controls: [UInt8: UInt8] = [0x6E: 0x0A, 0x74: 0x09, 0x62: 0x08]
          value.append(controls[escaped] ?? escaped)
          length = value.count
        }
        index += 1
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        index = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      default:
        value.append(next)
        if isQuoted || next > UInt8(ascii: " ") { length = value.count }
      }
    }
    return Bytes(value.prefix(length))
  }
}
