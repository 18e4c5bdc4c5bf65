import AgentAPI
import Foundation
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("A store of every registered kind")
final class VaultStoresTests {
  private let paths: VaultPaths

  init() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("stores-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    paths = VaultPaths(data: directory.path, config: "/c", state: "/s", runtime: "/r")
  }

  deinit { try? FileManager.default.removeItem(atPath: paths.data) }

  private func stores(_ kind: TaskStoreKind?) async throws -> VaultStores {
    var settings = VaultSettings.defaults
    settings.taskStore = kind
    return try await VaultStores(settings: settings, paths: paths)
  }

  @Test(
    "is opened by its setting, and found again without one; another one is refused then",
    arguments: TaskStoreKind.allCases)
  func opened(_ kind: TaskStoreKind) async throws {
    let task = TodoTask(id: UUID(), name: "Tea", createdAt: .sample)
    let first = try await stores(kind)
    #expect(first.kind == kind && first.notices.isEmpty)
    try await first.tasks.create(task)
    let again = try await stores(nil)
    #expect(again.kind == kind)
    #expect(try await again.tasks.all() == [task])
    for other in TaskStoreKind.allCases where other != kind {
      let failure = await #expect(throws: Failure.self) { _ = try await self.stores(other) }
      #expect(failure?.code == .configuration)
    }
  }

  @Test(
    "is opened beside the one in use, counts as used once it has tasks, and has a directory if other programs share it")
  func beside() async throws {
    let stores = try await stores(nil)
    for kind in TaskStoreKind.allCases {
      let store = try stores.store(of: kind)
      #expect((store is any ForeignTaskStore) == (stores.files(of: kind) != nil), "\(kind)")
      try await store.create(TodoTask(id: UUID(), name: "Tea", createdAt: .sample))
    }
    let registry = TaskStoreRegistry(database: stores.database, settings: .defaults, paths: paths)
    #expect(try await registry.kindsInUse() == TaskStoreKind.allCases)
  }

  @Test("is what the setting takes")
  func setting() { #expect(VaultSettings.Key.taskStore.accepts.hasPrefix("sqlite or icalendar")) }
}
