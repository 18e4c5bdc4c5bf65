internal import SecretMemory
internal import StrictJSON

/// How a device proves at a login that it logged in before.
enum DeviceProof: Sendable {
  /// It does not, and wants no secret.
  case none
  /// It has no secret yet, and wants one.
  case wanted
  /// The secret that it was given.
  case secret(SharedSecret)

  var isNone: Bool { if case .none = self { true } else { false } }
  var byteCount: Int { if case .secret(let secret) = self { secret.bytes.count } else { 0 } }
}

/// The body of `POST /v1/sessions`, `{"email":…,"password":…,"device":…}`, written by hand so that no secret ever is a String.
enum CredentialBody {
  /// Writes the body.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` when either is empty, too long or no UTF-8.
  static func make(
    email: String, password: borrowing SecretBytes, device: DeviceProof = .none
  ) throws(ServerClientError) -> SecretBytes {
    guard (1...ServerClientLimits.emailByteCount).contains(email.utf8.count) else {
      throw ServerClientError(.invalidInput, "an email has 1 to \(ServerClientLimits.emailByteCount) bytes")
    }
    guard (1...ServerClientLimits.passwordByteCount).contains(password.count) else {
      throw ServerClientError(.invalidInput, "a password has 1 to \(ServerClientLimits.passwordByteCount) bytes")
    }
    guard password.withUnsafeBytes({ isUTF8($0) }) else {
      throw ServerClientError(.invalidInput, "the password is not valid UTF-8")
    }
    let capacity = JSONEscape.maximumByteCount * (email.utf8.count + password.count + device.byteCount) + 48
    return try ServerClientError.allocating {
      try SecretBytes(capacity: capacity) { (buffer: UnsafeMutableRawBufferPointer) throws(ServerClientError) -> Int in
        var writer = Writer(buffer: buffer)
        writer.raw(#"{"email":""#)
        for byte in email.utf8 { writer.escaped(byte) }
        writer.raw(#"","password":""#)
        password.withUnsafeBytes { for byte in $0 { writer.escaped(byte) } }
        if !device.isNone {
          writer.raw(#"","device":""#)
          if case .secret(let secret) = device {
            secret.bytes.withUnsafeBytes { for byte in $0 { writer.escaped(byte) } }
          }
        }
        writer.raw(#""}"#)
        return writer.count
      }
    }
  }

  private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  /// Fills the buffer.
  private struct Writer {
    let buffer: UnsafeMutableRawBufferPointer
    var count = 0

    mutating func raw(_ text: StaticString) {
      for index in 0..<text.utf8CodeUnitCount { put(text.utf8Start[index]) }
    }

    mutating func escaped(_ byte: UInt8) { JSONEscape.write(byte) { put($0) } }

    private mutating func put(_ byte: UInt8) {
      buffer[count] = byte
      count += 1
    }
  }
}
