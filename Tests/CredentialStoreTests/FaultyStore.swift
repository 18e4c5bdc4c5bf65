import CredentialStore
import SecretMemory

/// A store that breaks at one call: before it does anything or after it did it, as a killed process would.
actor FaultyStore: CredentialStore {
  private let inner: any CredentialStore
  private var callsLeft: Int
  private let actsFirst: Bool
  private(set) var didBreak = false

  init(_ inner: any CredentialStore, breakingAt call: Int, actsFirst: Bool) {
    self.inner = inner
    callsLeft = call
    self.actsFirst = actsFirst
  }

  private func isBroken() -> Bool {
    callsLeft -= 1
    if callsLeft < 0 { didBreak = true }
    return callsLeft < 0
  }

  private let failure = CredentialStoreError(.unavailable, "broken for the test")

  func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
    if isBroken() { throw failure }
    return try await inner.value(for: name)
  }

  func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) {
    let breaks = isBroken()
    if breaks && !actsFirst { throw failure }
    try await inner.set(value, for: name)
    if breaks { throw failure }
  }

  @discardableResult
  func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool {
    let breaks = isBroken()
    if breaks && !actsFirst { throw failure }
    let wasThere = try await inner.remove(name)
    if breaks { throw failure }
    return wasThere
  }

  func names() async throws(CredentialStoreError) -> [CredentialName] {
    if isBroken() { throw failure }
    return try await inner.names()
  }
}

/// A store that answers every call with one error.
struct RefusingStore: CredentialStore {
  let error: CredentialStoreError

  func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? { throw error }
  func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) { throw error }
  func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool { throw error }
  func names() async throws(CredentialStoreError) -> [CredentialName] { throw error }
}

/// A store that takes every call and never answers, until it is let go.
actor SilentStore: CredentialStore {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private func wait() async { await withCheckedContinuation { waiting.append($0) } }

  func release() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
    await wait()
    return nil
  }
  func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) { await wait() }
  func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool {
    await wait()
    return false
  }
  func names() async throws(CredentialStoreError) -> [CredentialName] {
    await wait()
    return []
  }
}

/// A store that does something else before each write.
struct ObservedStore: CredentialStore {
  private let inner: any CredentialStore
  private let before: @Sendable () async throws -> Void

  init(_ inner: any CredentialStore, before: @escaping @Sendable () async throws -> Void) {
    self.inner = inner
    self.before = before
  }

  func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
    try await inner.value(for: name)
  }
  func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) {
    do { try await before() } catch { throw CredentialStoreError(.failed, "\(error)") }
    try await inner.set(value, for: name)
  }
  func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool { try await inner.remove(name) }
  func names() async throws(CredentialStoreError) -> [CredentialName] { try await inner.names() }
}
