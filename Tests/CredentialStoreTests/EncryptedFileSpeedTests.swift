import CredentialStore
import Foundation
import SecretMemory
import Testing

@Suite("The encrypted file's speed")
struct EncryptedFileSpeedTests {
  @Test("a write and an opening cost the same however many records there are")
  func constantTime() async throws {
    let place = try Place()
    let store = place.store()
    var small: Duration = .zero
    var large: Duration = .zero
    var smallOpening: Duration = .zero
    var largeOpening: Duration = .zero
    for index in 0..<4000 {
      if index == 100 { (small, smallOpening) = try await measure(store, place) }
      try await store.set(bytes: pattern(count: 100), for: credentialName("record \(index)"))
    }
    (large, largeOpening) = try await measure(store, place)
    // The bound proper is 1.5, measured by the benchmark on a quiet machine; here a linear cost would show as 40.
    #expect(large < small * 10 + .milliseconds(1), "\(small) at 100, \(large) at 4,000")
    #expect(largeOpening < smallOpening * 10 + .milliseconds(20), "\(smallOpening) at 100, \(largeOpening) at 4,000")
  }

  private func measure(_ store: EncryptedFileStore, _ place: Place) async throws -> (Duration, Duration) {
    var times: [Duration] = []
    for round in 0..<51 {
      times.append(
        try await ContinuousClock().measure {
          try await store.set(bytes: pattern(count: 100), for: credentialName("measured \(round)"))
        })
    }
    let opening = try await ContinuousClock().measure {
      _ = try await place.store().bytes(for: credentialName("measured 1"))
    }
    for round in 0..<51 { try await store.remove(credentialName("measured \(round)")) }
    return (times.sorted()[25], opening)
  }
}
