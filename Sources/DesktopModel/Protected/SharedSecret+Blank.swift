public import SecretMemory

extension SharedSecret {
  /// Whether there is nothing in it to be read: no letter, only blanks and line breaks. Nothing of it is copied.
  public var isBlank: Bool {
    bytes.withUnsafeBytes { bytes in
      var (decoder, rest) = (UTF8(), bytes.makeIterator())
      while true {
        switch decoder.decode(&rest) {
        case .scalarValue(let scalar): if !scalar.properties.isWhitespace { return false }
        case .error: return false
        case .emptyInput: return true
        }
      }
    }
  }
}
