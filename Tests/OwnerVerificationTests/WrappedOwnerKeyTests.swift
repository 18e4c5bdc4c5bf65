import OwnerVerification
import Sealing
import SecretMemory
import Testing

@Suite("Wrapped owner key")
struct WrappedOwnerKeyTests {
  @Test("comes back as it was from any thread, or says that the kernel keeps no keys here")
  func roundTrip() async throws {
    let privateKey = try X25519.generatePrivateKey()
    let expected = bytes(of: privateKey)
    do {
      let wrapped = try WrappedOwnerKey(wrapping: privateKey)
      let first = try wrapped.unwrap()
      #expect(bytes(of: first) == expected)
      // Another thread of this process, which the kernel treats as a stranger to a keyring made by this one.
      let shared = Shared(wrapped)
      let found = try await Task.detached { try shared.unwrapOnNewThread() }.value
      #expect(found == expected)
    } catch let error as OwnerVerificationError {
      #expect(error.code == .keyringUnavailable)
      #expect(!error.detail.isEmpty)
    }
  }
}

private final class Shared: Sendable {
  let key: WrappedOwnerKey

  init(_ key: consuming WrappedOwnerKey) { self.key = key }

  func unwrapOnNewThread() throws -> [UInt8] {
    let secret = try key.unwrap()
    return secret.withUnsafeBytes { Array($0) }
  }
}
