import AgentAPI
import AgentInbox
import CredentialStore
import Foundation
import Inbox
import Localization
import Logging
import ServerAPI
import ServerClient
import StoreTesting
import Synchronization
import TaskStore

@testable import AgentService

/// What the controllers of what goes to the server stand on: an inbox in a directory of its own, and a server and a connection that
/// do as they were told.
final class InboxStage {
  let log = CallLog()
  let server: ScriptedServer
  let sync: ScriptedSync
  let owners = ScriptedOwners()
  let store: InboxStore
  let tasks = InMemoryTaskStore()
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("inbox-\(UUID().uuidString)")

  init() async throws {
    try FileManager.default.createDirectory(
      at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    (server, sync) = (ScriptedServer(log), ScriptedSync(log))
    store = try InboxStore(path: root.path + "/inbox.db")
    try await store.begin(.ada, at: .sample)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  var nicknames: NicknameFetcher {
    NicknameFetcher(owners: owners, store: store, sync: sync, server: server, logger: Logger(label: "test"))
  }
  var hints: HintFetcher {
    HintFetcher(owners: owners, store: store, sync: sync, server: server, nicknames: nicknames)
  }
  var people: PersonResolver { PersonResolver(owners: owners, store: store, server: server) }
  var catalogue: ChannelCatalogue { ChannelCatalogue(store: store, server: server) }
  var decisions: InboxDecisionService {
    InboxDecisionService(
      owners: owners, store: store, sync: sync,
      taskService: TaskService(tasks: tasks, records: SealedRecords(InMemoryCredentialStore(), state: tasks)),
      logger: Logger(label: "test"))
  }

  /// Items that came to the inbox, with these payloads, from 1.
  @discardableResult
  func receive(_ payloads: String?...) async throws -> [InboxItem] {
    let first = try await store.position(of: .ada).sequence + 1
    let items = zip(first..., payloads).map { InboxItem.sample($0, $1) }
    try await store.ingest(items, for: .ada)
    return items
  }

  /// The server has these channels.
  func list(_ channels: CatalogueChannel..., tag: String? = nil) {
    server.script { $0.catalogue = .changed(Catalogue(channels: channels), tag: tag) }
  }

  /// The server can't be reached from now on.
  func disconnect() {
    server.script { $0.problem = ServerClientError(.unreachable, "nobody listens") }
    sync.disconnect()
  }
}

/// Who is logged in.
final class ScriptedOwners: InboxOwnerResolving {
  static let nobody = Failure(.refused, "Nobody is logged in.")
  private let current = Mutex<InboxOwner?>(.ada)

  /// Somebody logs in, or out.
  func set(_ owner: InboxOwner?) { current.withLock { $0 = owner } }

  func owner() throws(Failure) -> InboxOwner {
    guard let owner = current.withLock({ $0 }) else { throw Self.nobody }
    return owner
  }

  func fetchedOwner() throws(Failure) -> InboxOwner { try owner() }
  func begunOwner() throws(Failure) -> InboxOwner { try owner() }

  func owner(of number: Int64, as identity: InboxIdentity?) throws(Failure) -> InboxOwner {
    let owner = try owner()
    guard identity?.owner ?? owner.text == owner.text else { throw .anotherItem(number) }
    return owner
  }
}

extension InboxOwner {
  static let ada = InboxOwner(server: "https://vault.example", user: UUID())
  static let grace = InboxOwner(server: "https://vault.example", user: UUID())
}

extension InboxItem {
  static let task = #"{"aps":{"alert":{"title":"Water the plants"}},"kind":"task"}"#
  static let notice = #"{"aps":{"alert":{"title":"The door is open"}},"kind":"notice"}"#

  /// A payload with a message in it.
  static func message(_ id: Int32, _ text: String) -> String {
    #"{"jsondata":{"id":\#(id),"message":"\#(text)","sendername":"Grace"}}"#
  }

  static func sample(_ sequence: Int64, _ payload: String?) -> InboxItem {
    InboxItem(
      sequence: sequence, push: UUID(), createdAt: .sample + Double(sequence), expiresAt: nil, device: nil,
      state: .pending, payload: payload)
  }
}

extension CatalogueChannel {
  static func sample(_ title: String, isEnrolled: Bool = true, highest: Int64 = 0) -> CatalogueChannel {
    CatalogueChannel(
      id: UUID(), title: title, description: "About \(title)", picture: nil, isEnrolled: isEnrolled,
      bounds: SequenceBounds(first: 1, highest: highest))
  }

  /// A message that came there.
  func message(_ sequence: Int64, _ text: String, by sender: UUID = UUID(), id: UUID = UUID()) -> ChannelMessage {
    ChannelMessage(
      sequence: sequence, id: id, sender: sender, senderName: "grace", text: text,
      receivedAt: .sample + Double(sequence))
  }
}
