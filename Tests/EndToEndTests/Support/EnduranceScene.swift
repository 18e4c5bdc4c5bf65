import Foundation
import Inbox
import NetworkTesting
import ProcessTesting
import SecretMemory
import ServerAPI
import ServerClient

/// One user with many devices, a server, and programs that push, in a storm.
final class EnduranceScene {
  static let senderCount = 16
  /// Between two blows there are at most so many pushes.
  private static let blowDistance = 80
  /// One of so many pushes expires.
  private static let expiringShare = 8

  let server: TestServer
  let serverClock: ShiftedClock
  let devices: [EnduringDevice]
  let api = VaultServerAPI()
  let sender: SteadySender
  /// Whom the user follows, and who writes to them meanwhile.
  let correspondent: Correspondent
  let correspondentID: UUID
  let owner: InboxOwner
  let storm: Storm
  private let directory: URL
  private let proxy: CuttingProxy
  private let cuts: Cuts
  private var random: SplitMix

  init(seed: UInt64, deviceCount: Int) async throws {
    random = SplitMix(state: seed &+ 1)
    cuts = Cuts(seed: seed &+ 2)
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("storm-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    serverClock = try ShiftedClock(directory.appendingPathComponent("clock"))
    // Nobody is to wait for having been too quick.
    server = try TestServer(["--push-rate", "10000"], environment: serverClock.environment)
    proxy = try await CuttingProxy(to: server.port) { [cuts] in cuts.next() }
    let url = "http://127.0.0.1:\(proxy.port)"
    devices = try (0..<deviceCount).map { _ in try EnduringDevice(server: url) }
    let (origin, user) = (try ServerOrigin(url), try server.accountID())
    owner = InboxOwner(server: origin.description, user: user)
    let token = try SecretBytes(Array(try server.senderToken("push:send:alias:\(user)").utf8))
    sender = SteadySender(
      api: api, origin: origin, token: SharedSecret(token), recipient: .alias(user), clock: serverClock)
    let email = "bob@example.org"
    try server.addAccount(email)
    correspondent = Correspondent(api: api, origin: origin, email: email, user: user)
    correspondentID = try server.accountID(of: email)
    storm = Storm(seed: seed, server, serverClock, devices, proxy)
  }

  /// Lets go of everything.
  func end() async throws {
    for device in devices { device.kill() }
    server.kill()
    try await proxy.stop()
    try await api.shutdown()
    try FileManager.default.removeItem(at: directory)
  }

  /// Sends messages numbered from 1, each number by the sender whose turn it is, while the storm rages.
  func send(_ count: Int) async throws {
    try await follow()
    cuts.isCutting.value = true
    let (answers, answered) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...Self.senderCount {
        let messages = stride(from: number, through: count, by: Self.senderCount).map { ($0, lifetime()) }
        group.addTask { [sender] in
          defer { answered.finish() }
          for (number, lifetime) in messages {
            try await sender.send(number, lifetime: lifetime)
            answered.yield()
          }
        }
      }
      group.addTask { [correspondent] in try await correspondent.write() }
      var rest = 0
      for await _ in answers {
        rest -= 1
        guard rest < 0 else { continue }
        rest = Int.random(in: 0..<Self.blowDistance, using: &random)
        try await storm.strike()
      }
      try await group.waitForAll()
    }
    cuts.isCutting.value = false
    try storm.end()
  }

  /// In how many seconds the next message expires; nil for never.
  private func lifetime() -> Int? {
    guard Int.random(in: 0..<Self.expiringShare, using: &random) == 0 else { return nil }
    return Int.random(in: 1...60, using: &random)
  }

  /// Waits until every device has acknowledged everything, with one more message, which does not expire. A device that was cut
  /// off many times waits for minutes before it tries again: its agent is started anew.
  func settle(after count: Int) async throws {
    try await sender.send(count + 1, lifetime: nil)
    guard let last = try await serverItems().last else { return }
    if try await !isDelivered(last.push, within: 20) {
      for device in devices where try device.states(limit: 1)[last.sequence] == nil {
        device.kill()
        try device.start()
      }
    }
    guard try await isDelivered(last.push, within: 300) else {
      let places = try devices.map { try $0.states(limit: 1).keys.first ?? 0 }
      throw ChildProcess.Failure("not all devices have come to \(last.sequence): they are at \(places)")
    }
  }

  /// Has the user follow who writes to them.
  private func follow() async throws {
    let password = try SecretBytes(Array(TestServer.password.utf8))
    // Past the proxy, which may be cutting.
    let origin = try ServerOrigin(server.address)
    let session = try await api.createSession(at: origin, email: TestServer.email, password: password)
    try await api.follow(correspondentID, at: origin, token: session.token)
  }

  /// Has a device ask for what was written to the user, until all of it is there.
  func settleCorrespondence(_ device: EnduringDevice) throws {
    let all = Correspondent.messageCount + Correspondent.commentCount + Correspondent.likeCount
    var count = 0
    try waitUntil("all \(all) that was written is there", 120) {
      count =
        try device.vault.mustRun("messages", "--limit", "500", "--json").components(separatedBy: "\"kind\" :").count - 1
      return count >= all
    }
  }

  private func isDelivered(_ push: UUID, within seconds: Int) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      let status = try await api.status(ofPush: push, at: sender.origin, token: sender.token)
      if status.deliveries.count == devices.count, status.deliveries.allSatisfy({ $0.state == .delivered }) {
        return true
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// All that is in the user's inbox on the server.
  func serverItems() async throws -> [InboxItem] {
    let password = try SecretBytes(Array(TestServer.password.utf8))
    let session = try await api.createSession(at: sender.origin, email: TestServer.email, password: password)
    var items: [InboxItem] = []
    while true {
      let page = try await api.inbox(after: items.last?.sequence ?? 0, at: sender.origin, token: session.token)
      guard !page.items.isEmpty else { return items }
      items += page.items
    }
  }
}
