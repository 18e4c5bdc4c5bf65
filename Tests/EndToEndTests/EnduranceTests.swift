import Foundation
import Inbox
import ServerAPI
import ServerClient
import Testing

@Suite("Through cut connections, kills and wrong clocks", .serialized, .timeLimit(.minutes(20)))
struct EnduranceTests {
  /// What makes a run. `scripts/endurance` gives others, and more pushes.
  private static let seed = number("VAULT_TEST_SEED").map(UInt64.init(bitPattern:)) ?? 20_261_122
  private static let count = number("VAULT_TEST_PUSHES").map(Int.init) ?? 1500

  private static func number(_ name: String) -> Int64? { ProcessInfo.processInfo.environment[name].flatMap(Int64.init) }

  @Test("what is pushed and written is on 20 devices, each once and in order; what expired is told")
  func storm() async throws {
    let start = ContinuousClock.now
    let scene = try await EnduranceScene(seed: Self.seed, deviceCount: 20)
    do {
      try await scene.send(Self.count)
      let sent = ContinuousClock.now
      try await scene.settle(after: Self.count)
      let log = scene.sender.log.contents
      print(
        """
        seed \(Self.seed): \(log.sent.count) pushes, \(log.refused) refused as expired, \(log.failures) attempts failed; \
        \(scene.storm.summary); sent in \(sent - start), on all devices \(ContinuousClock.now - sent) later
        """)
      #expect(log.sent.count + log.refused == Self.count + 1)
      let items = try await scene.serverItems()
      checkServer(items, scene, log)
      try await checkDevices(scene, items, log)
      try await checkExpired(scene, items, log)
    } catch {
      try await scene.end()
      throw error
    }
    try await scene.end()
  }

  /// The server has what it answered for, once, and of each sender in the order of sending.
  private func checkServer(_ all: [InboxItem], _ scene: EnduranceScene, _ log: SteadySender.Log) {
    #expect(all.map(\.sequence) == (1...Int64(max(all.count, 1))).map { $0 })
    let items = all.filter { !isHint($0.sender, scene) }
    #expect(all.count - items.count == Correspondent.commentCount + Correspondent.likeCount)
    #expect(Set(items.map(\.push)) == Set(log.sent.keys) && items.count == log.sent.count)
    let dates = items.map(\.createdAt).sorted()
    #expect(
      (dates.last ?? .distantPast) > (dates.first ?? .distantPast) + 86_400, "no clock was set")
    let numbers = items.compactMap { log.sent[$0.push]?.number }
    for sender in 0..<EnduranceScene.senderCount {
      let own = numbers.filter { $0 % EnduranceScene.senderCount == sender }
      #expect(own == own.sorted() && Set(own).count == own.count)
    }
  }

  /// Whether it tells of a comment or a like.
  private func isHint(_ sender: ItemSender?, _ scene: EnduranceScene) -> Bool { sender?.id == scene.correspondentID }

  /// Every device has the server's sequence, whole; only what can expire may have come without its text.
  private func checkDevices(_ scene: EnduranceScene, _ items: [InboxItem], _ log: SteadySender.Log) async throws {
    let pushes = items.map(\.push)
    var emptyCount = 0
    for device in scene.devices {
      try scene.settleCorrespondence(device)
      device.kill()
      try await checkCorrespondence(of: device, scene)
      let (position, entries) = try await device.contents(of: scene.owner)
      #expect(position.sequence == items.last?.sequence && position.lost == 0)
      #expect(entries.map(\.sequence) == items.map(\.sequence) && entries.map(\.push) == pushes)
      let wrong = entries.filter { entry in
        guard let message = log.sent[entry.push] else { return !isHint(entry.sender, scene) }
        guard let text = entry.payload?.raw else { return message.expiresAt == nil }
        return text != message.payload || entry.expiresAt != message.expiresAt
      }
      #expect(wrong.isEmpty, "\(wrong.count) items of \(device.vault.root.lastPathComponent)")
      emptyCount += entries.count { $0.payload == nil }
      let names = try device.vault.files().map(\.lastPathComponent)
      #expect(!names.contains { $0.contains("set-aside") }, "\(names)")
    }
    #expect(emptyCount > 0, "nothing expired on its way")
  }

  /// Every message is there once, in the order of writing, and so is every comment and every like.
  private func checkCorrespondence(of device: EnduringDevice, _ scene: EnduranceScene) async throws {
    let (messages, feedback) = try await device.correspondence(of: scene.owner, with: scene.correspondentID)
    let count = Correspondent.messageCount
    #expect(messages.map(\.text) == (1...count).map(Correspondent.text))
    #expect(messages.map(\.sequence) == (1...Int64(count)).map(\.self))
    let comments = feedback.compactMap(\.text)
    #expect(Set(comments) == Set((1...Correspondent.commentCount).map(Correspondent.comment)))
    #expect(comments.count == Correspondent.commentCount)
    let likes = feedback.filter { $0.kind == .like }
    #expect(likes.count == Correspondent.likeCount && Set(likes.map(\.subject)).count == likes.count)
    let wrong = feedback.filter { entry in
      guard case .message(let user, let sequence) = entry.subject, user == scene.correspondentID else { return true }
      return entry.text.map { $0 != Correspondent.comment(Int(sequence)) } ?? (sequence > Correspondent.likeCount)
    }
    #expect(wrong.isEmpty, "\(wrong.count) are about something else")
  }

  /// When all that can has expired, the sender is told so of every device, and the user, too.
  private func checkExpired(_ scene: EnduranceScene, _ items: [InboxItem], _ log: SteadySender.Log) async throws {
    let expiring = items.filter { log.sent[$0.push]?.expiresAt != nil }
    let device = try #require(scene.devices.first)
    // Later than any clock was, and not so late that what was sent by the slowest of them has had its 90 days.
    for clock in [scene.serverClock, device.clock] { try clock.set(to: 45 * 86_400) }
    try scene.server.restart()
    for item in expiring.suffix(100) {
      let status = try await scene.api.status(ofPush: item.push, at: scene.sender.origin, token: scene.sender.token)
      #expect(status.deliveries.map(\.state) == scene.devices.map { _ in .expired })
    }
    try device.start()
    let states = try device.states(limit: 200)
    #expect(states.count == 200)
    let numbers = Set(expiring.map(\.sequence))
    #expect(states.allSatisfy { ($0.value == "expired") == numbers.contains($0.key) }, "\(states)")
  }
}
