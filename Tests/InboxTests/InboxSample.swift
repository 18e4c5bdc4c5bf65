import Foundation
import ServerAPI

@testable import Inbox

/// A directory of a test's own with an inbox in it, removed with it.
final class InboxPlaceForTests {
  let directory: String
  var path: String { directory + "/inbox.db" }

  init() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    directory = "\(base)/inbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// The store, in which `owner` has begun.
  func store(for owner: InboxOwner = .ada) async throws -> InboxStore {
    let store = try InboxStore(path: path)
    try await store.begin(owner, at: .start)
    return store
  }
}

extension InboxOwner {
  static let ada = InboxOwner(server: "https://vault.example", user: UUID())
  static let grace = InboxOwner(server: "https://vault.example", user: UUID())
  /// The same user on another server.
  static let elsewhere = InboxOwner(server: "https://other.example", user: ada.user)
}

extension Date {
  static let start = Date(timeIntervalSince1970: 1_900_000_000.25)
}

extension InboxItem {
  static let task = #"{"aps":{"alert":{"title":"Water the plants"}},"kind":"task"}"#

  static func sample(_ sequence: Int64, state: InboxState = .pending, _ payload: String? = task) -> InboxItem {
    InboxItem(
      sequence: sequence, push: UUID(), createdAt: .start + Double(sequence), expiresAt: nil, device: nil, state: state,
      payload: payload)
  }

  /// A message in its payload.
  static func message(_ sequence: Int64, id: Int32, _ text: String, by sender: ItemSender? = nil) -> InboxItem {
    var item = sample(sequence, #"{"jsondata":{"id":\#(id),"message":"\#(text)","sendername":"Grace"}}"#)
    item.sender = sender
    return item
  }
}

extension InboxChange {
  static func sample(_ change: Int64, _ sequence: Int64, _ state: InboxState) -> InboxChange {
    InboxChange(change: change, sequence: sequence, state: state, since: .start + 100, device: "desk")
  }
}

/// A server's inbox of one user.
struct ServerInbox {
  var items: [InboxItem] = []
  var changes: [InboxChange] = []
  var first: Int64 = 1

  var bounds: SequenceBounds { SequenceBounds(first: first, highest: Int64(items.count)) }
  var kept: [InboxItem] { Array(items[Int(first - 1)...]) }

  mutating func push(_ payload: String? = InboxItem.task) {
    items.append(.sample(Int64(items.count) + 1, payload))
  }

  /// The first decision stands.
  mutating func set(_ sequence: Int64, _ state: InboxState) {
    let index = Int(sequence - 1)
    guard state.mayFollow(items[index].state) else { return }
    items[index].state = state
    changes.removeAll { $0.sequence == sequence }
    changes.append(.sample(highestChange + 1, sequence, state))
    highestChange += 1
  }
  private(set) var highestChange: Int64 = 0

  func page(after: Int64, limit: Int) -> InboxPage {
    InboxPage(items: Array(kept.filter { $0.sequence > after }.prefix(limit)), bounds: bounds)
  }
}
