import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Catching up")
struct InboxSpeedTests {
  /// 100,000 items take about a second in a release build; the limit here is for debug builds on a busy machine.
  @Test("takes in many items in pages of 500")
  func manyItems() async throws {
    let place = try InboxPlaceForTests()
    let store = try await place.store()
    let count = Int64(ProcessInfo.processInfo.environment["INBOX_ITEMS"] ?? "") ?? 20_000
    let payload =
      #"{"aps":{"alert":{"title":"Water the plants","body":"The ones on the balcony first."},"sound":"default"},"kind":"task","due":"2030-06-01T18:00:00Z"}"#
    let pages = stride(from: 1, through: count, by: 500).map { first in
      InboxPage(
        items: (first..<min(first + 500, count + 1)).map { InboxItem.sample($0, payload) },
        bounds: SequenceBounds(first: 1, highest: count))
    }
    let clock = ContinuousClock()
    let start = clock.now
    for page in pages { try await store.ingest(page, for: .ada) }
    let seconds = (clock.now - start) / .seconds(1)
    print("inbox: \(count) items in \(seconds) s, \(Int(Double(count) / seconds)) a second")
    #expect(try await store.counts(for: .ada, at: .start).unread == Int(count))
    #expect(try await store.undecided(for: .ada, device: nil, at: .start, limit: 50).count == 50)
    #expect(seconds < 60)
  }
}
