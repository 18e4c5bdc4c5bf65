import FoundationEssentials
import ServerAPI
import Testing

@testable import ServerClient

@Suite("What comes from the server is kept in order and once")
struct InboxOrderTests {
  private func item(_ sequence: Int64) -> InboxItem { Sample.item(sequence) }
  private func change(_ number: Int64, of sequence: Int64 = 1) -> InboxChange { Sample.change(number, of: sequence) }

  @Test("items that are there already are passed over")
  func repeated() throws {
    var order = InboxOrder(after: SequencePosition(sequence: 2, change: 0))
    #expect(try order.ingest([.push(item(1)), .push(item(2))]).isEmpty)
    #expect(try order.ingest([.push(item(2)), .push(item(3)), .push(item(3))]) == [.items([item(3)], nil)])
    #expect(order.position == SequencePosition(sequence: 3, change: 0))
  }

  @Test("an item that is missing can't be passed over")
  func missing() {
    var order = InboxOrder(after: SequencePosition())
    #expect(throws: ServerClientError(.garbage)) { try order.ingest([.push(item(1)), .push(item(3))]) }
    #expect(throws: ServerClientError(.garbage)) {
      try order.ingest(InboxPage(items: [item(4)], bounds: SequenceBounds(first: 1, highest: 4)))
    }
  }

  @Test("what comes together is kept together, in its order")
  func batches() throws {
    var order = InboxOrder(after: SequencePosition())
    let portions = try order.ingest([
      .push(item(1)), .push(item(2)), .state(change(1)), .state(change(3)), .push(item(3)), .state(change(3)),
    ])
    #expect(portions == [.items([item(1), item(2)], nil), .changes([change(1), change(3)]), .items([item(3)], nil)])
    #expect(order.position == SequencePosition(sequence: 3, change: 3))
  }

  @Test("a gap is told with what is missing, from pages and from the stream, and only once")
  func gaps() throws {
    var order = InboxOrder(after: SequencePosition(sequence: 2, change: 0))
    let bounds = SequenceBounds(first: 5, highest: 6)
    #expect(try order.ingest([.gap(bounds), .push(item(5))]) == [.gap(3...4), .items([item(5)], nil)])
    #expect(try order.ingest([.gap(bounds)]).isEmpty)
    var other = InboxOrder(after: SequencePosition())
    let page = InboxPage(items: [item(5), item(6)], bounds: bounds)
    #expect(try other.ingest(page) == [.gap(1...4), .items([item(5), item(6)], bounds)])
    #expect(try other.ingest(InboxPage(items: [], bounds: SequenceBounds(first: 9, highest: 8))) == [.gap(7...8)])
  }

  @Test("whatever a server sends, nothing is kept twice or out of order")
  func anything() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var order = InboxOrder(after: SequencePosition())
      var kept: Int64 = 0
      for _ in 0..<40 {
        let number = Int64.random(in: 0...12, using: &generator)
        let events: [ServerEvent] =
          Int.random(in: 0..<8, using: &generator) == 0
          ? [.gap(SequenceBounds(first: number, highest: number + 3))] : [.push(item(number)), .state(change(number))]
        guard let portions = try? order.ingest(events) else { break }
        for portion in portions {
          switch portion {
          case .gap(let missing):
            #expect(missing.lowerBound == kept + 1)
            kept = missing.upperBound
          case .items(let items, _):
            for item in items {
              #expect(item.sequence == kept + 1)
              kept = item.sequence
            }
          case .changes: continue
          }
        }
        #expect(order.position.sequence == kept)
      }
    }
  }
}

/// Items and changes as a server sends them.
enum Sample {
  static func item(_ sequence: Int64) -> InboxItem {
    InboxItem(
      sequence: sequence,
      push: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: sequence))),
      createdAt: Date(timeIntervalSince1970: 1_800_000_000), expiresAt: nil, device: nil, state: .pending, payload: "{}"
    )
  }

  static func change(_ number: Int64, of sequence: Int64 = 1) -> InboxChange {
    InboxChange(
      change: number, sequence: sequence, state: .read, since: Date(timeIntervalSince1970: 1_800_000_000), device: nil)
  }
}
