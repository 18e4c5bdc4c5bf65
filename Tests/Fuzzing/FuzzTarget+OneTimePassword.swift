internal import OneTimePassword
internal import SecretMemory

/// The line of a protected text from which codes are made.
extension FuzzTarget {
  static let oneTimePassword = [
    FuzzTarget("key-uri", atMost: 512) { input in
      do { try keyURI(input) } catch { preconditionFailure("what was read can't be used: \(error)") }
    }
  ]

  private static func keyURI(_ input: [UInt8]) throws {
    let text = try SecretBytes(input)
    guard let uri = try? KeyURI(in: text) else { return }
    let code = try uri.password.code(at: 1_800_000_000)
    require(code.count == uri.password.digitCount, "a code has another length")
    guard case .counter(let counter) = uri.password.factor, counter < Int64.max else { return }
    guard let raised = try uri.raised(in: text) else { preconditionFailure("a counter is not raised") }
    let next = try KeyURI(in: raised)
    require(next.password.factor == .counter(counter + 1), "a raised counter is another one")
    require(next.password.digitCount == uri.password.digitCount, "a raised counter changes something else")
  }
}
