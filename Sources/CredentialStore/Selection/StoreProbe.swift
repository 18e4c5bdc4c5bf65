internal import Sealing
internal import SecretMemory
internal import Synchronization

/// Tries a store out: a keyring without a display or a prompter answers, and then fails every store.
struct StoreProbe: Sendable {
  let store: any CredentialStore

  /// Writes a random value, reads it back and removes it.
  ///
  /// - Returns: nil when all of that worked within `limit`, else why not.
  func trouble(within limit: Duration) async -> String? {
    await withCheckedContinuation { continuation in
      let answer = FirstAnswer(continuation)
      let attempt = Task {
        do throws(CredentialStoreError) {
          try await tryOut()
          answer.give(nil)
        } catch { answer.give(error.description) }
      }
      Task {
        // Sleeping fails only when cancelled, and nobody cancels this.
        do { try await Task.sleep(for: limit) } catch { return }
        // Not waited for: a call may be stuck in the keyring until its own deadline.
        attempt.cancel()
        answer.give("it did not answer within \(limit)")
      }
    }
  }

  private func tryOut() async throws(CredentialStoreError) {
    let (digits, value): ([UInt8], SharedSecret)
    do { (digits, value) = (try SystemRandom.bytes(8), SharedSecret(try SystemRandom.secret(32))) } catch {
      throw CredentialStoreError(.failed, "\(error)")
    }
    guard let name = CredentialName("canary-\(digits.hexadecimal)") else { return }
    try await store.set(value.bytes, for: name)
    guard let read = try await store.value(for: name), read.isEqual(to: value.bytes) else {
      throw CredentialStoreError(.failed, "it does not give back what was stored")
    }
    guard try await store.remove(name) else { throw CredentialStoreError(.failed, "it does not remove") }
  }
}

/// Passes the first of several answers on.
private final class FirstAnswer: Sendable {
  private let continuation: Mutex<CheckedContinuation<String?, Never>?>

  init(_ continuation: CheckedContinuation<String?, Never>) { self.continuation = Mutex(continuation) }

  func give(_ answer: String?) {
    continuation.withLock { waiting in
      waiting?.resume(returning: answer)
      waiting = nil
    }
  }
}
