internal import Synchronization

/// What the requests under way have read of a keyring, so that none asks for the same thing twice.
///
/// Each item is kept as the service sent it, encrypted for the session with it, and none longer than its request, the session, or until a
/// lock. What this process writes is read again.
final class KeyringReadings: Sendable {
  /// An item, the only one of its name.
  struct Item: Sendable {
    let path: String
    /// Nil once it was written.
    var secret: EncryptedSecret?
  }

  private struct Reading {
    var items: [CredentialName: Item] = [:]
    /// Whether all items are to be read with the next one.
    var shallReadAll = false
  }

  /// The request this task belongs to. A task that outlives its request finds nothing under the number, and keeps nothing there.
  @TaskLocal private static var number: UInt64?
  private static let lastNumber = Atomic<UInt64>(0)
  private let readings = Mutex<[UInt64: Reading]>([:])

  /// Carries a request out.
  func duringRequest<Value: Sendable, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    readings.withLock { $0[number] = Reading() }
    defer { readings.withLock { $0[number] = nil } }
    let result: Result<Value, Failure> = await Self.$number.withValue(number) {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Has the request under way read all items at once when it reads the next.
  func expectMany() { update { $0.shallReadAll = true } }

  var shallReadAll: Bool { update { $0.shallReadAll } ?? false }

  /// What the request under way has read under a name.
  func item(_ name: CredentialName) -> Item? { update { $0.items[name] } ?? nil }

  func insert(_ item: Item, for name: CredentialName) { update { $0.items[name] = item } }

  /// Keeps all that was to be read at once.
  func insertAll(_ items: [CredentialName: Item]) {
    update { reading in
      reading.items.merge(items) { $1 }
      reading.shallReadAll = false
    }
  }

  /// Has every request read an item again, which is written now.
  func recordWritten(_ name: CredentialName) { updateAll { $0.items[name]?.secret = nil } }

  /// Has every request look for an item again.
  func forget(_ name: CredentialName) { updateAll { $0.items[name] = nil } }

  /// Drops all that was read: the session it is encrypted for is over.
  func forgetAll() { updateAll { $0.items = [:] } }

  /// Drops all that was read, and has the requests under way keep nothing more.
  func end() { readings.withLock { $0 = [:] } }

  private func updateAll(_ body: (inout Reading) -> Void) {
    readings.withLock { readings in
      for number in readings.keys { body(&readings[number]!) }
    }
  }

  @discardableResult
  private func update<Result: Sendable>(_ body: (inout Reading) -> Result) -> Result? {
    guard let number = Self.number else { return nil }
    return readings.withLock { readings in
      guard readings[number] != nil else { return nil }
      return body(&readings[number]!)
    }
  }
}
