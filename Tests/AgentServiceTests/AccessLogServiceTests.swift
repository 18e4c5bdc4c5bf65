internal import AgentAPI
internal import Foundation
internal import Glibc
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import StoreTesting
internal import TaskStore
internal import Testing
internal import VaultModel

@testable internal import AgentService

@Suite("The access log in chapters")
final class AccessLogServiceTests {
  private let directory: String
  private let state = InMemoryTaskStore()
  private let owner: SharedOwner

  init() throws {
    var template = Array("/tmp/access-book-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CancellationError() }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    owner = try Self.owner()
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private static func owner() throws -> SharedOwner {
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    return SharedOwner(
      try keys.create(
        vaultID: UUID(), pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
        deviceKey: SystemRandom.secret(32)))
  }

  private func book(_ maximumCount: Int = 100) async throws -> AccessLogService {
    try await AccessLogService(directory: directory, state: state, maximumCount: maximumCount)
  }

  private func open(_ book: AccessLogService) async throws { _ = try await book.openChapter(of: owner) }

  private func append(_ count: Int, to book: AccessLogService) async throws {
    for number in 0..<count {
      try await book.log.append(
        AccessRecord(
          date: Date(timeIntervalSince1970: 1e9 + Double(number) / 3), task: UUID(), action: "reveal", program: "",
          pid: 7, terminal: number % 2 == 0 ? nil : "pts/1", granted: true, reason: ""))
    }
  }

  private func kinds(_ book: AccessLogService) async throws -> [LogReport.Finding.Kind] {
    try await book.verify(of: owner).report.findings.map(\.kind)
  }

  @Test("before the first unlock it stays as it was, and what was in it then is vouched for by nobody")
  func first() async throws {
    let book = try await book()
    try await append(3, to: book)
    #expect(access(directory + "/access.key", F_OK) != 0)
    try await open(book)
    try await append(4, to: book)
    let report = try await book.verify(of: owner).report
    #expect(report.verdict == .complete && report.unvouched == 3 && report.entries == 4 && report.chapters == 1)
    #expect(try await book.log.newest(100).count == 7)
  }

  @Test("an agent that ends and one that follows it go on in one chapter, also while it is locked")
  func restarts() async throws {
    var book = try await book()
    try await open(book)
    try await append(2, to: book)
    try await book.log.close()
    await #expect(throws: TaskStoreError.self, "nothing follows the end") { try await append(1, to: book) }
    book = try await self.book()
    try await append(2, to: book)
    #expect(try await kinds(book).isEmpty)
    #expect(try await book.log.newest(100).count == 4, "what closes the log is no entry")
    try await book.log.close()
    book = try await self.book()
    try await open(book)
    let report = try await book.verify(of: owner).report
    #expect(report.verdict == .complete && report.chapters == 2)
  }

  @Test("an agent that ended without closing its chapter is a gap, whatever the next one does first")
  func killed() async throws {
    var book = try await book()
    try await open(book)
    try await append(2, to: book)
    book = try await self.book()
    try await append(1, to: book)
    #expect(try await kinds(book) == [.endedUnclosed])
    book = try await self.book()
    try await open(book)
    #expect(try await kinds(book) == [.endedUnclosed, .endedUnclosed])
    book = try await self.book()
    try await book.log.close()
    book = try await self.book()
    try await append(1, to: book)
    #expect(try await kinds(book).count == 3, "an agent that wrote nothing closes nothing")
  }

  @Test("entries that the file with the key had no time to note lead on from it")
  func behind() async throws {
    var book = try await book()
    try await open(book)
    try await append(1, to: book)
    let earlier = try #require(FileManager.default.contents(atPath: directory + "/access.key"))
    try await append(3, to: book)
    try await book.log.close()
    #expect(FileManager.default.createFile(atPath: directory + "/access.key", contents: earlier))
    #expect(chmod(directory + "/access.key", 0o600) == 0)
    book = try await self.book()
    try await append(1, to: book)
    #expect(try await kinds(book).isEmpty)
  }

  @Test("the file with the key is overwritten in its place, and holds no key of old")
  func evolves() async throws {
    let book = try await book()
    try await open(book)
    var status = stat()
    stat(directory + "/access.key", &status)
    let (inode, mode) = (status.st_ino, status.st_mode)
    #expect(mode & 0o777 == 0o600)
    var seen: Set<Data> = []
    for _ in 0..<5 {
      try await append(1, to: book)
      stat(directory + "/access.key", &status)
      #expect(status.st_ino == inode)
      let content = try #require(FileManager.default.contents(atPath: directory + "/access.key"))
      #expect(seen.insert(content.dropLast(32).suffix(32)).inserted)
    }
  }

  @Test(
    "without the file with the key, or with damage to it, entries stand alone until the next unlock, and may have been removed"
  )
  func lostKey() async throws {
    var book = try await book()
    try await open(book)
    try await append(2, to: book)
    try await book.log.close()
    #expect(unlink(directory + "/access.key") == 0)
    book = try await self.book()
    try await append(2, to: book)
    try await open(book)
    #expect(try await kinds(book) == [.keyTaken])
    try await append(2, to: book)
    #expect(try await book.verify(of: owner).report.verdict == .changed)
  }

  @Test("whole chapters go when the log holds more than it may, and the oldest that is left says so")
  func pruning() async throws {
    let book = try await book(20)
    for _ in 0..<6 {
      try await open(book)
      try await append(7, to: book)
    }
    let report = try await book.verify(of: owner).report
    #expect(report.verdict == .complete && report.chapters == 2 && report.entries == 14, "\(report)")
    #expect(report.prunedCount == 28, "\(report)")
  }

  @Test("a chapter that alone is longer than the log may be loses its oldest entries, and stays provable")
  func longChapter() async throws {
    let book = try await book(10)
    try await append(3, to: book)
    try await open(book)
    try await append(25, to: book)
    let report = try await book.verify(of: owner).report
    #expect(report.verdict == .complete && report.entries == 10 && report.prunedCount == 15, "\(report)")
  }

  @Test("entries that went for want of room though they were young are found, and old ones are not")
  func crowding() async throws {
    let book = try await book(10)
    try await open(book)
    try await append(25, to: book)
    var (report, entries) = try await book.verify(of: owner)
    // By their own dates the entries are of 2001; the chapter was opened now.
    report.addCrowding(entries, now: Date())
    #expect(report.verdict == .changed && report.findings.map(\.kind) == [.crowdedOut], "\(report)")
    (report, entries) = try await book.verify(of: owner)
    report.addCrowding(entries, now: Date() + 31 * 86_400)
    #expect(report.verdict == .complete && report.prunedCount > 0, "\(report)")
  }

  @Test("numbers that others wrote keep nobody out")
  func absurdNumbers() async throws {
    var book = try await book()
    try await open(book)
    try await append(1, to: book)
    for number in [UInt64.max, 1 << 60, 0] {
      try await state.record(number, .accessChapter)
      try await open(book)
      book = try await self.book()
      try await append(1, to: book)
      _ = try await book.verify(of: owner)
    }
  }

  @Test("what can't be read in the places of number and key keeps nobody out", arguments: ["garbage", "-1", "1.5"])
  func garbage(number: String) async throws {
    try await state.setState(Array(number.utf8), for: .accessChapter)
    for intrude in [
      { path in mkdir(path, 0o755) }, { path in symlink("/nowhere", path) }, { path in mkfifo(path, 0o644) },
    ]
      as [(String) -> Int32]
    {
      #expect(intrude(directory + "/access.key") == 0)
      let book = try await book()
      try await open(book)
      try await append(2, to: book)
      _ = try await book.verify(of: owner)
      try await book.log.close()
      unlink(directory + "/access.key")
    }
  }

  @Test("the chapters of another owner are none of this one's")
  func otherOwner() async throws {
    let book = try await book()
    _ = try await book.openChapter(of: try Self.owner())
    try await append(1, to: book)
    #expect(try await book.verify(of: owner).report.verdict == .changed)
  }

  @Test("its requests show the newest entries, and verify it for its owner alone")
  func requests() async throws {
    let log = try await book()
    try await append(3, to: log)
    let owner = try RecordingOwner(.verifies, self.owner)
    let controller = AccessLogController(log: log, access: owner)
    #expect(try await controller.newest(2).count == 2)
    await #expect(throws: Failure(.usage, "A limit is at least 1.")) { _ = try await controller.newest(0) }
    #expect(owner.events.isEmpty)
    try await open(log)
    #expect(try await controller.verify(SilentConversation()).verdict == .complete)
    #expect(owner.events == ["log log verify of several", "unlock", "granted"])
    let nobody = AccessLogController(log: log, access: try RecordingOwner())
    await #expect(throws: RecordingOwner.refusal) { _ = try await nobody.verify(SilentConversation()) }
  }
}
