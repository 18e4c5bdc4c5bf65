import Foundation
import Inbox
import ProcessTesting
import ServerAPI

/// A device of a user, whose agent is killed and whose clock is set while it runs.
final class EnduringDevice {
  let vault: TestVault
  let clock: ShiftedClock
  private var agent: ChildProcess?

  /// Logs in at a server.
  convenience init(server: String) throws { try self.init(TestVault(extra: ["VAULT_SERVER_URL": server])) }

  /// Logs a vault in at the server that it knows.
  init(_ vault: TestVault) throws {
    self.vault = vault
    clock = try ShiftedClock(vault.root.appendingPathComponent("clock"))
    try start()
    try awaitAgent()
    try vault.mustRun("login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
  }

  deinit { kill() }

  /// Starts the agent, unless it runs.
  func start() throws {
    guard agent == nil else { return }
    agent = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault-agent").path],
      environment: vault.environment.merging(clock.environment) { $1 }, input: .silent)
  }

  /// Ends the agent at once, and starts it with a clock so many seconds ahead of the true time; timers that run would keep to the
  /// time before.
  func restart(clock seconds: Int) throws {
    kill()
    try clock.set(to: seconds)
    try start()
    try awaitAgent()
  }

  /// Waits until the agent listens; a command before that would start an agent of its own, which goes by the true clock.
  private func awaitAgent() throws {
    try waitUntil("the agent listens") {
      guard vault.agentPID == nil else { return true }
      if let agent, !agent.isRunning { throw ChildProcess.Failure("the agent ended: \(agent.text)") }
      return false
    }
  }

  /// Whether the agent runs, as far as this test has to do with it.
  var isStarted: Bool { agent != nil }

  /// Sends the agent a signal.
  func send(_ signal: Int32) { agent?.send(signal) }

  /// Ends the agent at once, as a crash would.
  func kill() {
    agent?.end()
    agent = nil
  }

  /// The newest items of the inbox, as the agent tells them: state by number.
  func states(limit: Int) throws -> [Int64: String] {
    struct Listing: Decodable {
      struct Item: Decodable {
        let number: Int64
        let state: String
      }
      let items: [Item]
    }
    try awaitAgent()
    let text = try vault.mustRun("inbox", "--json", "--limit", String(limit))
    let items = try JSONDecoder().decode(Listing.self, from: Data(text.utf8)).items
    return Dictionary(items.map { ($0.number, $0.state) }) { first, _ in first }
  }

  /// What somebody wrote to the owner, as it is in the agent's database, which no agent has open: the texts of messages in their order, and the
  /// comments and likes.
  func correspondence(
    of owner: InboxOwner, with user: UUID
  ) async throws -> (messages: [StoredChannelMessage], feedback: [CorrespondenceEntry]) {
    let store = try InboxStore(path: vault.root.appendingPathComponent("data/inbox.db").path)
    let messages = try await store.lines(of: user, limit: InboxStore.maximumPageCount, for: owner)
    let feedback = try await store.correspondence(
      [.comment, .like], limit: InboxStore.maximumPageCount, for: owner)
    try await store.close()
    return (messages, feedback)
  }

  /// What is in the agent's database, which no agent has open.
  func contents(of owner: InboxOwner) async throws -> (position: SequencePosition, entries: [InboxEntry]) {
    let store = try InboxStore(path: vault.root.appendingPathComponent("data/inbox.db").path)
    let position = try await store.position(of: owner)
    var entries: [InboxEntry] = []
    while true {
      let next = try await store.entries(after: entries.last?.sequence ?? 0, limit: 500, for: owner)
      guard !next.isEmpty else { break }
      entries += next
    }
    guard try await store.isSound() else { throw ChildProcess.Failure("\(vault.root.path): inbox.db is damaged") }
    try await store.close()
    return (position, entries)
  }
}
