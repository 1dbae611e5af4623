#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the tool asks of the process that it runs in.
enum Process {
  static let standardOutput = STDOUT_FILENO
  static let standardError = STDERR_FILENO

  /// The arguments after the program's name, byte for byte: file names need not be UTF-8.
  static func arguments() -> [Bytes] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
    }
  }

  static func environmentValue(_ name: String) -> Bytes? {
    unsafe getenv(name).map { unsafe bytes(of: $0) }
  }

  static func isInputTerminal() -> Bool {
    isatty(STDIN_FILENO) == 1
  }

  /// Makes writing to a closed pipe an error like any other, instead of a silent death.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  static func end(withCode code: Int32) -> Never {
    exit(code)
  }

  private static func bytes(of text: UnsafeMutablePointer<CChar>) -> Bytes {
    unsafe Bytes(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
