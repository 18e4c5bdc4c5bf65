internal import Synchronization

/// Has those who need the same thing from storage at the same time read it once: many streams of an inbox fall behind in the same moment.
///
/// Nobody gets what was read before they asked, since what they were told of may have come after. So whoever asks while somebody reads waits
/// for the next reading, together with all others who ask until that begins.
final class SharedReads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Reading = Task<Value, any Error>

  private struct Readings {
    var current: Reading
    /// Begins when the current one has ended.
    var next: Reading?
    /// How many wait for the next one.
    var waitingCount = 0
  }

  private let readings = Mutex<[Key: Readings]>([:])

  /// What is there at some moment after this was called.
  ///
  /// - Parameter read: reads it; that of one of all who wait for the same reading.
  /// - Throws: what that throws.
  func value(of key: Key, _ read: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let reading = readings.withLock { readings -> Reading in
      guard let known = readings[key] else {
        let first = Task { try await self.run(key, read) }
        readings[key] = Readings(current: first)
        return first
      }
      readings[key]?.waitingCount += 1
      if let next = known.next { return next }
      let next = Task { [current = known.current] in
        _ = await current.result
        self.goOn(key)
        return try await self.run(key, read)
      }
      readings[key]?.next = next
      return next
    }
    return try await reading.value
  }

  /// How many wait for a reading that has not begun.
  var waitingCount: Int { readings.withLock { $0.values.reduce(0) { $0 + $1.waitingCount } } }

  /// The next reading is the current one: who asks from now on waits for another one.
  private func goOn(_ key: Key) {
    readings.withLock { readings in readings[key] = readings[key]?.next.map { Readings(current: $0) } }
  }

  private func run(_ key: Key, _ read: () async throws -> Value) async throws -> Value {
    defer { readings.withLock { readings in if readings[key]?.next == nil { readings[key] = nil } } }
    return try await read()
  }
}
