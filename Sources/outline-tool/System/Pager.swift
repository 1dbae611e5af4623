#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program that shows long output page by page.
@safe struct Pager {
  /// The descriptor to write the output to.
  let input: Int32
  private let process: pid_t

  /// Starts the pager in the environment, or `less` if it exists.
  static func start() -> Pager? {
    let named = Process.environmentValue("PAGER")
    if let named, named.isEmpty || named.elementsEqual("cat".utf8) { return nil }
    guard named != nil || hasLess else { return nil }

    // Quit if the output fits on the screen, and pass colors through.
    unsafe setenv("LESS", "FRX", 0)

    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let command = String(decoding: named ?? Bytes("less".utf8), as: UTF8.self)
    let process = Process.startShell(command, input: ends[0])
    _ = close(ends[0])

    guard let process else {
      _ = close(ends[1])
      return nil
    }
    SignalHandling.leaveToPager()
    return Pager(input: ends[1], process: process)
  }

  /// Waits until the user quits the pager; throws if the shell did not find it.
  func wait() throws(SystemError) {
    let codeOfMissingCommand: Int32 = 127
    if Process.wait(for: process) == codeOfMissingCommand { throw .noSuchFile }
  }

  /// The command in `PAGER`, if it is a plain name or path that does not exist.
  static var missingCommand: Bytes? {
    guard let named = Process.environmentValue("PAGER"),
      let word = named.split(separator: UInt8(ascii: " ")).first.map(Bytes.init),
      // The shell interprets other characters.
      word.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "/._+-".utf8.contains($0) })
    else { return nil }
    return exists(word) ? nil : word
  }

  private static var hasLess: Bool { exists(Bytes("less".utf8)) }

  /// Returns whether the shell would find a command.
  private static func exists(_ command: Bytes) -> Bool {
    if command.contains(UInt8(ascii: "/")) { return unsafe access(command.cString, X_OK) == 0 }
    // A shell has some commands built in.
    if ["true", "false", "echo", ":"].contains(where: { command.elementsEqual($0.utf8) }) {
      return true
    }
    let path = Process.environmentValue("PATH") ?? []
    return path.split(separator: UInt8(ascii: ":")).contains { folder in
      unsafe access((Bytes(folder) + "/".utf8 + command).cString, X_OK) == 0
    }
  }
}
