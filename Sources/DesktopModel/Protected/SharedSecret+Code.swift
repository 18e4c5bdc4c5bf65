public import SecretMemory

extension SharedSecret {
  /// Whether one of its lines begins as the address of a one-time password, `otpauth://`, for which the agent makes codes. Nothing of it is copied.
  public var hasCodeAddress: Bool {
    let scheme = Array("otpauth://".utf8)
    return bytes.withUnsafeBytes { text in
      var rest = text[...]
      while !rest.isEmpty {
        let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
        rest = rest[line.endIndex...].dropFirst()
        let address = line.drop { $0 == 0x20 || $0 == 0x09 }
        // Letters differ from capitals in one bit, which all signs of the scheme have, too.
        if address.count > scheme.count, zip(address, scheme).allSatisfy({ $0 | 0x20 == $1 }) { return true }
      }
      return false
    }
  }
}
