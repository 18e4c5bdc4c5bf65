internal import AgentAPI
internal import CredentialStore
internal import Foundation
internal import Localization
internal import OwnerVerification
internal import StoreTesting
internal import TaskStore
internal import Testing

@testable internal import AgentService

@Suite("The list of confirmed texts")
final class ConfirmedListStoreTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("confirmed-\(UUID().uuidString)")
  private let credentials: any CredentialStore = InMemoryCredentialStore()
  private let state = InMemoryTaskStore()
  private static let note = VaultStateKey("confirmed-texts")
  private var anchor: CounterAnchorFile { CounterAnchorFile(ofConfirmedTextsIn: root.path, vault: "/vault") }

  init() throws {
    try FileManager.default.createDirectory(
      at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// The list as an agent that has just started knows it.
  private func list() -> ConfirmedListStore {
    ConfirmedListStore(credentials, state: state, anchor: anchor, notices: NoticeQueue())
  }

  /// Everything that tells how far the list has come, on disk.
  private func traces() async throws -> (list: [UInt8]?, note: [UInt8]?) {
    (try await credentials.bytes(.ownedRecords), try await credentials.bytes(.confirmedTexts))
  }

  private func put(_ traces: (list: [UInt8]?, note: [UInt8]?)) async throws {
    try await credentials.setBytes(#require(traces.list), for: .ownedRecords)
    try await credentials.setBytes(#require(traces.note), for: .confirmedTexts)
    try await state.setState(traces.note, for: Self.note)
    try anchor.write(#require(traces.note))
  }

  @Test("is not lowered by files, though all of them are put back together; the next agent knows only those")
  func floor() async throws {
    let owner = try SharedOwner.sample()
    let list = list()
    let item = UUID()
    try await list.begin(of: owner)
    let former = try await traces()
    try await list.change(of: owner) { $0.items.insert(item) }
    #expect(try await list.list(of: owner).texts.items == [item])
    try await put(former)
    #expect(try await list.list(of: owner).texts.items == [item], "what it has proven it knows until the lock")
    list.forget()
    await #expect { _ = try await list.list(of: owner) } throws: { ($0 as? Failure)?.code == .badData }
    // The limit, said in docs/security.md: nothing is left that knows better.
    #expect(try await self.list().list(of: owner).texts.items.isEmpty)
  }

  @Test("comes after all that was noted for an owner, also when the list is begun anew")
  func begins() async throws {
    let owner = try SharedOwner.sample()
    let list = list()
    try await list.begin(of: owner)
    let item = UUID()
    for _ in 0..<3 { try await list.change(of: owner) { if $0.items.remove(item) == nil { $0.items.insert(item) } } }
    let next = self.list()
    try await next.begin(.init(items: [item]), of: owner)
    #expect(try await next.list(of: owner) == ConfirmedList(generation: 5, texts: .init(items: [item])))
    let stranger = try SharedOwner.sample()
    let other = self.list()
    await #expect(throws: Failure.self) { _ = try await other.list(of: stranger) }
    try await other.begin(of: stranger)
    #expect(try await other.list(of: stranger).generation == 1, "another's notes count for nothing")
  }

  @Test("is refused beside a header that knows of no list")
  func withoutFlag() async throws {
    let owner = try SharedOwner.sample(hasOwnedList: false)
    let list = list()
    try await list.begin(of: owner)
    list.forget()
    await #expect { _ = try await list.list(of: owner) } throws: { ($0 as? Failure)?.code == .badData }
  }

  @Test("names without the owner's key which texts stand on it")
  func claims() async throws {
    let item = UUID()
    #expect(try await !list().isClaimed([item]), "nothing was begun")
    try await list().begin(.init(items: [item]), of: try SharedOwner.sample())
    #expect(try await list().isClaimed([UUID(), item]))
    #expect(try await !list().isClaimed([UUID()]))
  }

  /// What somebody does to the list.
  enum Tampering: String, CaseIterable {
    case removed = "is missing"
    case garbled = "was not written by you"
    case anothers = "was not written by you "
    case withoutNotes = "has lost every note"
  }

  private func tamper(_ how: Tampering) async throws {
    switch how {
    case .removed: try await credentials.remove(.ownedRecords)
    case .garbled: try await credentials.setBytes([1, 2, 3], for: .ownedRecords)
    case .anothers:
      let stranger = try SharedOwner.sample()
      let list = ConfirmedList(generation: 1, texts: .init())
      try await credentials.setBytes(try list.encoded(by: stranger.verified), for: .ownedRecords)
    case .withoutNotes:
      try await state.setState(nil, for: Self.note)
      try anchor.write([0])
      try await credentials.remove(.confirmedTexts)
    }
  }

  @Test("is refused where it is missing, bent, another's, or has lost every note", arguments: Tampering.allCases)
  func tampered(_ how: Tampering) async throws {
    let owner = try SharedOwner.sample()
    try await list().begin(of: owner)
    let whole = try await traces()
    try await tamper(how)
    let failure = await #expect(throws: Failure.self) { try await self.list().list(of: owner) }
    #expect(failure?.code == .badData)
    #expect(failure?.message.contains(how.rawValue.trimmingCharacters(in: .whitespaces)) == true)
    try await put(whole)
    #expect(try await list().list(of: owner).generation == 1)
  }

  @Test("has a note that was bent written anew, and the owner told of it")
  func mended() async throws {
    let owner = try SharedOwner.sample()
    try await list().begin(of: owner)
    try anchor.write([9])
    let notices = NoticeQueue()
    let list = ConfirmedListStore(credentials, state: state, anchor: anchor, notices: notices)
    _ = try await list.list(of: owner)
    #expect(notices.waitingForOwner.contains { $0.contains("state directory") && $0.contains("has been rewritten") })
    let note = try await traces().note
    #expect(anchor.read() == note)
  }
}
