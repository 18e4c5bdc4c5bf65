import ProcessTesting

extension TestVault {
  /// Sets a PIN and gives back the recovery code, which is printed where no terminal is.
  func pinAndCode() throws -> String {
    let printed = try mustRun("pin", "set", "--pin-stdin", input: TestVault.pin + "\n")
    guard let code = Self.recoveryCode(in: printed) else {
      throw ChildProcess.Failure("no recovery code in \(printed)")
    }
    return code
  }

  /// The recovery code that a command printed.
  static func recoveryCode(in printed: String) -> String? {
    printed.split(whereSeparator: \.isWhitespace).first { $0.split(separator: "-").count == 9 }.map { String($0) }
  }

  /// The short id in what `vault add` printed.
  static func shortID(in printed: String) throws -> String {
    guard let id = printed.split(separator: " ").dropFirst().first?.dropLast() else {
      throw ChildProcess.Failure("no id in \(printed)")
    }
    return String(id)
  }
}
