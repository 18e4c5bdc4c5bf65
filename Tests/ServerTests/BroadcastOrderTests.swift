import Foundation
import NetworkTesting
import ServerAPI
import Testing

@testable import VaultServer

/// Whoever sends to many, through whichever node, and whoever spreads it and stops in between: each inbox gets everything once, what one sender
/// sends in its order, and the members of a channel what comes into it in one order.
@Suite("The order of broadcasts", .timeLimit(.minutes(3)))
struct BroadcastOrderTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let people = 12
  private static let senders = 4
  private static let pushes = 10

  /// Who sends where; the payload of a push names its sender and counts its pushes.
  private struct House: Sendable {
    let nodes: [any ServerStorage]
    let crowd: Crowd
    /// Everyone, and channels, each with those who are in it.
    let places: [(recipient: Recipient, members: Set<UUID>)]

    init(_ nodes: [any ServerStorage]) async throws {
      self.nodes = try nodes.map(Crowd.sparing)
      crowd = try await Crowd(people, in: nodes[0])
      var places: [(Recipient, Set<UUID>)] = [(.everyone, Set(crowd.users))]
      for count in [1, 3, 5, 9] {
        let members = Array((0..<people).shuffled().prefix(count))
        places.append((try await crowd.channel(of: members), Set(members.map { [users = crowd.users] in users[$0] })))
      }
      self.places = places
    }

    /// Sends, each push after the one before is stored, through any node.
    ///
    /// - Returns: the number of the place that each went to, by its payload.
    func send(as number: Int) async throws -> [String: Int] {
      let sender = PushSender.token(UUID())
      var sent: [String: Int] = [:]
      for count in 0..<pushes {
        let (payload, place) = ("\(number) \(count)", Int.random(in: places.indices))
        let push = StoredPush(
          id: UUID(), sender: sender, recipient: places[place].recipient, payload: payload, createdAt: now)
        guard case .stored? = try await nodes.randomElement()?.append(push) else {
          Issue.record("\(payload) is not stored")
          continue
        }
        sent[payload] = place
      }
      return sent
    }

    /// Spreads through any node, and often stops with a push to begin elsewhere, as one does that is killed.
    func spread(until isOver: @Sendable () -> Bool) async throws {
      while true {
        let wasOver = isOver()
        let round = try await nodes.randomElement()?.nextBroadcasts() ?? []
        if wasOver, round.isEmpty { return }
        for place in round.shuffled().dropLast(Int.random(in: 0...1)) {
          _ = try await nodes.randomElement()?.spread(place.push, limit: Int.random(in: 1...5))
        }
        await Task.yield()
      }
    }
  }

  private func check(_ nodes: [any ServerStorage]) async throws {
    let house = try await House(nodes)
    let isOver = Flag()
    let sent = try await withThrowingTaskGroup(of: Void.self, returning: [String: Int].self) { spreaders in
      for _ in 0..<3 { spreaders.addTask { try await house.spread { isOver.value } } }
      let sent = try await withThrowingTaskGroup(of: [String: Int].self) { senders in
        for number in 0..<Self.senders { senders.addTask { try await house.send(as: number) } }
        return try await senders.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
      }
      isOver.value = true
      try await spreaders.waitForAll()
      return sent
    }
    #expect(sent.count == Self.senders * Self.pushes)
    let inboxes = try await house.crowd.inboxes().map { $0.compactMap(\.self) }
    for (user, inbox) in zip(house.crowd.users, inboxes) {
      let due = sent.filter { house.places[$0.value].members.contains(user) }.keys
      #expect(inbox.sorted() == due.sorted())
      for number in 0..<Self.senders {
        let ofSender = inbox.filter { $0.hasPrefix("\(number) ") }.compactMap { Int($0.dropFirst(2)) }
        #expect(ofSender == ofSender.sorted(), "what one sent, in \(inbox)")
      }
    }
    for (number, place) in house.places.enumerated().dropFirst() {
      let orders = zip(house.crowd.users, inboxes).filter { place.members.contains($0.0) }.map { _, inbox in
        inbox.filter { sent[$0] == number }
      }
      #expect(Set(orders).count == 1, "what came into one channel: \(orders)")
    }
  }

  @Test("is that of each sender, and one for each channel", arguments: StorageKind.allCases)
  func alone(_ kind: StorageKind) async throws {
    for _ in 0..<5 { try await kind.with { try await check([$0]) } }
  }

  #if Postgres
  @Test("is so also where two nodes take and spread them at the same moment")
  func twoNodes() async throws {
    for _ in 0..<5 {
      let place = try PrivateStorage()
      try await check([try place.storage(), try place.storage()])
    }
  }
  #endif
}
