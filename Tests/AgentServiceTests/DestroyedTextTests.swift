import AgentAPI
import Foundation
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("A text that is destroyed")
struct DestroyedTextTests {
  private let digest = [UInt8](repeating: 7, count: 32)
  private let now = Date(timeIntervalSince1970: 1_900_000_000)
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("destroyed-\(UUID().uuidString)")

  /// A room whose cache has the record of a protected task that is to be destroyed then.
  private func work(_ destruction: Destruction) async throws -> (TaskWork, TodoTask) {
    var environment: [String: String] = [:]
    for name in ["DATA", "CONFIG", "STATE", "RUNTIME"] {
      let directory = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      environment["VAULT_\(name)_DIR"] = directory.path
    }
    let store = InMemoryTaskStore()
    var settings = VaultSettings.defaults
    settings.credentialStore = .file
    let credentials = try await CredentialRoom(
      settings: settings, paths: try VaultPaths(environment: environment), state: store, price: .calibrated)
    var task = TodoTask(id: UUID(), label: "Code", seal: SealReference(version: 1, digest: digest), createdAt: now)
    task.destruction = destruction
    try await store.create(task)
    credentials.sealedTexts.keep([1, 2, 3], digest: digest)
    #expect(credentials.sealedTexts.record(digest) != nil)
    return (TaskWork(tasks: store, credentials: credentials), task)
  }

  private func removeFiles() { try? FileManager.default.removeItem(at: root) }

  @Test("with the task that is done is in no cache of what was opened")
  func whenDone() async throws {
    defer { removeFiles() }
    let (work, task) = try await work(.whenDone)
    let done = try await work.complete([task], at: now)
    #expect(done.map(\.isDone) == [true])
    #expect(work.credentials.sealedTexts.record(digest) == nil)
  }

  @Test("because its date has come is in no cache of what was opened")
  func byDate() async throws {
    defer { removeFiles() }
    let (work, task) = try await work(.at(now))
    #expect(try await work.destroy(at: now.addingTimeInterval(-1)) == now)
    #expect(work.credentials.sealedTexts.record(digest) != nil, "not before")
    #expect(try await work.destroy(at: now) == nil)
    #expect(work.credentials.sealedTexts.record(digest) == nil)
    #expect(try await work.tasks.task(task.id)?.seal == nil)
  }
}
