internal import CredentialStore
internal import SecretMemory

/// Times single writes to a credential store that holds a given number of credentials.
///
/// Usage: `credential-store-bench file DIRECTORY COUNT` or `credential-store-bench secret-service COUNT`. Prints one JSON
/// object: the medians of a write to the filled store and of opening it and reading one value, in milliseconds.
@main
struct StoreBench {
  /// How many writes, and how many openings, are timed.
  static let timedWrites = 200
  static let timedOpenings = 20
  /// The length of every value, in bytes; that of a sealed line of text.
  static let valueByteCount = 120

  static func main() async throws {
    let (count, open) = try Arguments(CommandLine.arguments).meaning
    let store = try await open()
    try await fill(store, count)
    let write = try await median(timedWrites) { index in
      try await store.set(value(index), for: name("timed", index % count))
    }
    let opening = try await median(timedOpenings) { index in
      _ = try await open().value(for: name("filled", index % count))
    }
    print(#"{"count": \#(count), "writeMilliseconds": \#(write), "openMilliseconds": \#(opening)}"#)
  }

  /// Writes the credentials that are there before the clock runs.
  static func fill(_ store: any CredentialStore, _ count: Int) async throws {
    for index in 0..<count { try await store.set(value(index), for: name("filled", index)) }
  }

  static func name(_ kind: String, _ index: Int) throws -> CredentialName {
    guard let name = CredentialName("\(kind) \(index)") else { throw Arguments.Problem.usage }
    return name
  }

  static func value(_ index: Int) throws -> SecretBytes {
    try SecretBytes(count: valueByteCount) { bytes in
      for position in bytes.indices { bytes[position] = UInt8(truncatingIfNeeded: position &* 31 &+ index) }
    }
  }

  /// The median duration of `body` in milliseconds, over `runs` runs one after the other.
  static func median(_ runs: Int, _ body: @Sendable (Int) async throws -> Void) async throws -> Double {
    let clock = ContinuousClock()
    var durations: [Duration] = []
    for index in 0..<runs {
      durations.append(try await clock.measure { try await body(index) })
    }
    return durations.sorted()[runs / 2] / .milliseconds(1)
  }
}
