import AgentAPI
import Foundation
import Inbox
import Logging
import Testing

@testable import Pictures

@Suite("The service of pictures")
struct PictureServiceTests {
  private let bench: PictureBench
  private let ada = InboxOwner(server: "https://vault.example", user: UUID())
  private let source = HeldSource()
  private let service: PictureService

  init() throws {
    bench = try PictureBench()
    let directory = bench.directory.path
    service = PictureService(
      paths: VaultPaths(data: directory, config: "/c", state: "/s", cache: directory + "/cache", runtime: "/r"),
      source: source, logger: Logger(label: "test"))
  }

  /// The files of the cache.
  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: bench.directory.path).filter { $0.contains("-") }
  }

  @Test("forgetting waits for no server, and what comes from it afterwards is not kept")
  func forgotten() async throws {
    let id = UUID()
    let shown = Task { [service, ada] in await service.smallPicture(id, for: ada, within: 60) }
    let asked = fetch(id)
    await source.waitForRequest()
    await service.forget(id, of: ada)
    await source.answer(SmallPictures.png)
    #expect(await shown.value == nil)
    #expect(Self.code(await asked.value) == .usage)
    #expect(try files() == [])
  }

  @Test("who asks after a removal gets what was asked for then")
  func again() async throws {
    let id = UUID()
    let former = fetch(id)
    await source.waitForRequest()
    await service.forget(id, of: ada)
    let present = fetch(id)
    await source.waitForRequest()
    await source.answer(SmallPictures.png)
    #expect(Self.code(await former.value) == .usage)
    #expect(try await present.value.get().byteCount == SmallPictures.png.count)
    #expect(try files().count == 1)
  }

  private func fetch(_ id: UUID) -> Task<Result<CachedPicture, Failure>, Never> {
    Task { [service, ada] in
      do throws(Failure) { return .success(try await service.picture(id, for: ada, within: nil)) } catch {
        return .failure(error)
      }
    }
  }

  /// Why a picture can't be had; nil of one that can.
  private static func code(_ result: Result<CachedPicture, Failure>) -> Failure.Code? {
    if case .failure(let failure) = result { failure.code } else { nil }
  }
}

/// A server that answers nobody before it is told to.
private actor HeldSource: PictureSource {
  private var waiting: [CheckedContinuation<[UInt8], Never>] = []
  private let (requests, request) = AsyncStream<Void>.makeStream()

  nonisolated func has(_ picture: PushPicture, for owner: InboxOwner) -> Bool { true }

  func download(_ id: UUID, for owner: InboxOwner) async throws(Failure) -> [UInt8] {
    await withCheckedContinuation {
      waiting.append($0)
      request.yield()
    }
  }

  /// Waits until somebody asks once more.
  func waitForRequest() async { for await _ in requests { return } }

  func answer(_ bytes: [UInt8]) {
    for continuation in waiting { continuation.resume(returning: bytes) }
    waiting = []
  }
}
