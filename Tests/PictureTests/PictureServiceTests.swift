import AgentAPI
import Foundation
import Logging
import ServerAPI
import Synchronization
import Testing

@testable import Inbox
@testable import Pictures

@Suite("A picture that is removed while it is fetched")
struct PictureServiceTests {
  /// A server that answers once it is let, and not before.
  private final class HeldSource: PictureSource {
    private let (begins, begin) = AsyncStream<Void>.makeStream()
    private let (permits, permit) = AsyncStream<Void>.makeStream()
    private let count = Mutex(0)

    var downloadCount: Int { count.withLock { $0 } }

    func has(_ picture: PushPicture, for owner: InboxOwner) -> Bool { true }

    func download(_ id: UUID, for owner: InboxOwner) async throws(Failure) -> [UInt8] {
      count.withLock { $0 += 1 }
      begin.yield()
      // In a task of its own: one that is cancelled answers all the same, as a server may.
      await Task { [permits] in for await _ in permits { return } }.value
      return SmallPictures.clearPNG
    }

    func waitForBegin() async { for await _ in begins { return } }
    func answer() { permit.yield() }
  }

  private let bench: PictureBench
  private let source = HeldSource()
  private let ada = InboxOwner(server: "https://vault.example", user: UUID())
  private let id = UUID()

  init() throws { bench = try PictureBench() }

  private func service(_ isThere: @escaping @Sendable () async -> Bool = { true }) -> PictureService {
    let root = bench.directory.path
    let paths = VaultPaths(
      data: root + "/d", config: root + "/c", state: root + "/s", cache: root + "/cache", runtime: root + "/r")
    return PictureService(paths: paths, source: source, logger: Logger(label: "test")) { _, _ in await isThere() }
  }

  private var entry: InboxEntry {
    InboxEntry(
      sequence: 1, push: UUID(), createdAt: Date(), state: .pending, isUnsynced: false, isSilent: false,
      payload: PushPayload(#"{"aps":{"alert":"Hello"},"image":"/v1/attachments/\#(id)"}"#))
  }

  private func cached() -> [String] {
    let names = FileManager.default.subpaths(atPath: bench.directory.appending(path: "cache").path) ?? []
    return names.filter { $0.contains(id.uuidString) }
  }

  @Test(
    "is not waited for, and is not kept when it comes after all", .timeLimit(.minutes(1)), arguments: [true, false])
  func late(isSmall: Bool) async throws {
    let service = service()
    let waiting = Task { [entry, ada] () -> String? in
      if isSmall { return await service.smallPicture(of: entry, for: ada, within: 60) }
      do { return try await service.picture(of: entry, for: ada).path } catch { return nil }
    }
    await source.waitForBegin()
    #expect(await service.smallPicture(of: entry, for: ada, within: 0) == nil, "others have left")
    await service.forget(id, of: ada)
    source.answer()
    #expect(await waiting.value == nil && cached() == [])
  }

  @Test("comes again where another item has it, too")
  func again() async throws {
    let service = service()
    await service.forget(id, of: ada)
    source.answer()
    #expect(await service.smallPicture(of: entry, for: ada, within: 60) != nil)
    #expect(cached().count == 2, "\(cached())")
    await service.forget(id, of: ada)
    #expect(cached() == [])
  }

  @Test("is not even asked for where the item was emptied before")
  func emptied() async throws {
    let service = service { false }
    source.answer()
    #expect(await service.smallPicture(of: entry, for: ada, within: 60) == nil)
    await #expect(throws: Failure.self) { try await service.picture(of: entry, for: ada) }
    #expect(source.downloadCount == 0 && cached() == [])
  }
}
