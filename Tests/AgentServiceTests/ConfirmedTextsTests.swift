internal import AgentAPI
internal import CredentialStore
internal import Foundation
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import TaskStore
internal import Testing

@testable internal import AgentService

@Suite("What a running agent knows of confirmed texts")
struct ConfirmedTextsTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("confirmed-\(UUID().uuidString)")
  private let state = InMemoryTaskStore()
  private static let note = VaultStateKey("confirmed-texts")

  private func room() async throws -> CredentialService {
    var environment: [String: String] = [:]
    for name in ["DATA", "CONFIG", "STATE", "RUNTIME"] {
      let directory = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      environment["VAULT_\(name)_DIR"] = directory.path
    }
    var settings = VaultSettings.defaults
    settings.credentialStore = .file
    return try await CredentialService(
      settings: settings, paths: try VaultPaths(environment: environment), state: state, price: .calibrated)
  }

  private func owner(hasOwnedList: Bool = true) throws -> SharedOwner {
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    return SharedOwner(
      try keys.create(
        vaultID: UUID(), pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
        deviceKey: SystemRandom.secret(32), hasOwnedList: hasOwnedList))
  }

  /// Everything that tells how far the list has come, on disk.
  private func traces(_ room: CredentialService) async throws -> (list: [UInt8]?, note: [UInt8]?) {
    (try await room.bytes(.ownedRecords), try await room.bytes(.confirmedTexts))
  }

  private func put(_ traces: (list: [UInt8]?, note: [UInt8]?), into room: CredentialService) async throws {
    try await room.setBytes(#require(traces.list), for: .ownedRecords)
    try await room.setBytes(#require(traces.note), for: .confirmedTexts)
    try await state.setState(traces.note, for: Self.note)
    try room.confirmedNote.write(#require(traces.note))
  }

  @Test("is not lowered by files, though all of them are put back together; the next agent knows only those")
  func floor() async throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let owner = try owner()
    let room = try await room()
    let item = UUID()
    try await room.beginConfirmed(of: owner)
    let former = try await traces(room)
    try await room.changeConfirmed(of: owner) { $0.items.insert(item) }
    #expect(try await room.confirmedList(of: owner).texts.items == [item])
    try await put(former, into: room)
    #expect(try await room.confirmedList(of: owner).texts.items == [item], "what it has proven it knows until the lock")
    room.confirmed.forgetList()
    await #expect { _ = try await room.confirmedList(of: owner) } throws: { ($0 as? Failure)?.code == .badData }
    // The limit, said in docs/security.md: nothing is left that knows better.
    #expect(try await self.room().confirmedList(of: owner).texts.items.isEmpty)
  }

  @Test("comes after all that was noted for an owner, also when the list is begun anew")
  func begins() async throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let owner = try owner()
    let room = try await room()
    try await room.beginConfirmed(of: owner)
    let item = UUID()
    for _ in 0..<3 {
      try await room.changeConfirmed(of: owner) { if $0.items.remove(item) == nil { $0.items.insert(item) } }
    }
    let next = try await self.room()
    try await next.beginConfirmed(.init(items: [item]), of: owner)
    #expect(try await next.confirmedList(of: owner) == ConfirmedList(generation: 5, texts: .init(items: [item])))
    let stranger = try self.owner()
    let other = try await self.room()
    await #expect(throws: Failure.self) { _ = try await other.confirmedList(of: stranger) }
    try await other.beginConfirmed(of: stranger)
    #expect(try await other.confirmedList(of: stranger).generation == 1, "another's notes count for nothing")
  }

  @Test("is refused beside a header that knows of no list")
  func withoutFlag() async throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let room = try await room()
    let owner = try owner(hasOwnedList: false)
    try await room.beginConfirmed(of: owner)
    room.confirmed.forgetList()
    await #expect { _ = try await room.confirmedList(of: owner) } throws: { ($0 as? Failure)?.code == .badData }
  }
}
