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

/// What somebody who has copied the files of the access log earlier can do with them while no agent runs.
@Suite("The number of the access log's newest chapter, noted apart from the log")
final class AccessNotesTests {
  private let directory: String
  private let state = InMemoryTaskStore()
  private let owner: SharedOwner

  init() throws {
    var template = Array("/tmp/access-notes-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CancellationError() }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    owner = SharedOwner(
      try keys.create(
        vaultID: UUID(), pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
        deviceKey: SystemRandom.secret(32)))
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func book() async throws -> AccessLogService {
    try await AccessLogService(directory: directory, state: state)
  }

  /// Runs an agent that its owner unlocks as often, and ends it.
  @discardableResult
  private func run(chapters: Int = 1) async throws -> [LocalizedText] {
    let book = try await book()
    var notices: [LocalizedText] = []
    for _ in 0..<chapters {
      notices += try await book.openChapter(of: owner)
      try await append(to: book)
    }
    try await book.log.close()
    return notices
  }

  private func append(to book: AccessLogService) async throws {
    try await book.log.append(
      AccessRecord(
        date: Date(timeIntervalSince1970: 1e9), task: UUID(), action: "reveal", program: "", pid: 7, terminal: nil,
        granted: true, reason: ""))
  }

  /// What the next unlock says, and what the log looks like then.
  private func found() async throws -> (notices: [LocalizedText], report: LogReport) {
    let book = try await book()
    let notices = try await book.openChapter(of: owner)
    let report = try await book.verify(of: owner).report
    try await book.log.close()
    return (notices, report)
  }

  private static let logFiles = ["access.db", "access.db.copy", "access.key"]

  private func files(_ names: [String]) -> [String: Data] {
    var found: [String: Data] = [:]
    for name in names { found[name] = FileManager.default.contents(atPath: "\(directory)/\(name)") }
    return found
  }

  private func put(_ files: [String: Data]) {
    for (name, content) in files {
      let path = "\(directory)/\(name)"
      unlink(path)
      #expect(FileManager.default.createFile(atPath: path, contents: content, attributes: [.posixPermissions: 0o600]))
    }
  }

  private var note: String { directory + "/access.note" }

  @Test("an earlier chapter put back with its key is found, whichever note of its number is lowered, bent or gone")
  func earlierChapter() async throws {
    try await run()
    let (log, early) = (files(Self.logFiles), files(["access.note"]))
    let earlyState = await state.state(.accessChapter)
    try await run(chapters: 2)
    let (late, lateState) = (files(Self.logFiles + ["access.note"]), await state.state(.accessChapter))
    let changes: [(String, [UInt8]?, Data?)] = [
      ("the number of old", Array("1".utf8), late["access.note"]), ("an earlier one", earlyState, late["access.note"]),
      ("none", nil, late["access.note"]), ("garbage", [1, 2, 3], late["access.note"]),
      ("an earlier one", lateState, early["access.note"]), ("no file", lateState, nil),
      ("garbage", lateState, Data([7])), ("neither", nil, nil),
      ("neither, but the number of old", Array("1".utf8), nil),
    ]
    for (name, record, file) in changes {
      put(late.merging(log) { $1 })
      unlink(note)
      if let file { put(["access.note": file]) }
      try await state.setState(record, for: .accessChapter)
      let (notices, report) = try await found()
      #expect(report.verdict == .changed, "\(name): \(report.findings)")
      #expect(!notices.isEmpty, "\(name)")
      let again = try await found()
      #expect(again.notices.isEmpty && again.report.verdict == .changed, "it was written anew, and the log still tells")
    }
  }

  @Test("notes of an earlier time beside the newest log are told, alone and together", arguments: [true, false])
  func earlierNotes(both: Bool) async throws {
    try await run()
    let (early, earlyState) = (files(["access.note"]), await state.state(.accessChapter))
    try await run(chapters: 2)
    put(early)
    if both { try await state.setState(earlyState, for: .accessChapter) }
    let (notices, report) = try await found()
    #expect(notices.count == (both ? 2 : 1) && report.verdict == .complete, "\(notices) \(report)")
    #expect(try await found().notices.isEmpty)
  }

  @Test("a number without a MAC, as versions before noted it, is taken up once and without a word")
  func previousNumber() async throws {
    let book = try await book()
    // What those versions wrote: openings of the first format.
    try await openFormerChapter(book)
    try await book.log.close()
    try await state.setState(Array("1".utf8), for: .accessChapter)
    let log = files(Self.logFiles)
    let first = try await found()
    #expect(first.notices.isEmpty && first.report.verdict == .gap, "\(first)")
    #expect(await state.state(.accessChapter)?.count == 40 && access(note, F_OK) == 0)
    // An agent of the version before writes its form again, or somebody in its name.
    try await state.setState(Array("1".utf8), for: .accessChapter)
    let second = try await found()
    #expect(second.notices.count == 1 && second.report.verdict == .gap, "\(second)")
    put(log)
    #expect(try await found().report.verdict == .changed)
  }

  private func key() throws -> SharedSecret {
    SharedSecret(try owner.verified.secret(for: OwnerPurpose("vault access log v1"), salt: owner.header.vaultID.bytes))
  }

  private func openFormerChapter(_ book: AccessLogService) async throws {
    let key = try key()
    let opening = try ChapterOpening(
      number: 1, first: 1, date: 1, previous: .unknown(0, .lost), isAnchored: false)
    let file = EvolvingKeyFile(path: directory + "/access.key")
    try await book.log.openChapter { (_) throws(TaskStoreError) in
      try ActiveChapter.mapping { () throws(OwnerVerificationError) in (1, try opening.encoded(under: key.bytes), 1) }
    } written: { (_) throws(TaskStoreError) in
      try ActiveChapter.mapping { () throws(OwnerVerificationError) in
        try file.write(EntryChain(of: opening, under: key.bytes), opensChapter: true)
      }
    }
  }

  @Test("an agent that was killed while it opened a chapter leaves a gap at most", arguments: [1, 2])
  func killedWhileOpening(chapter: Int) async throws {
    if chapter == 2 { try await run() }
    let before = files(Self.logFiles + ["access.note"])
    let beforeState = await state.state(.accessChapter)
    let book = try await book()
    _ = try await book.openChapter(of: owner)
    let after = files(Self.logFiles + ["access.db-wal", "access.db.copy-wal", "access.note"])
    let afterState = await state.state(.accessChapter)
    try await book.log.close()
    let both = try announced(from: before["access.key"], to: #require(after["access.key"]))
    // Noted, and announced and not opened; opened, and its key still the announced one; opened, and noted in one place, or in none.
    let none = try ChapterAnchor.encoded(0, under: key().bytes)
    let noted = before["access.note"] ?? Data(none)
    let recorded = beforeState ?? none
    for (log, key, file, record) in [
      (before, both, noted, recorded), (after, both, noted, recorded),
      (after, after["access.key"], noted, recorded), (after, after["access.key"], after["access.note"], recorded),
      (after, after["access.key"], after["access.note"], afterState),
    ] {
      for name in ["access.db", "access.db.copy"].flatMap({ [$0, $0 + "-wal", $0 + "-shm"] }) {
        unlink("\(directory)/\(name)")
      }
      put(log)
      put(["access.key": try #require(key)])
      unlink(note)
      if let file { put(["access.note": file]) }
      try await state.setState(record, for: .accessChapter)
      let (notices, report) = try await found()
      #expect(report.verdict != .changed, "\(report)")
      #expect(notices.isEmpty, "\(notices)")
    }
  }

  /// The file with the key while a chapter is announced.
  private func announced(from current: Data?, to next: Data) throws -> Data {
    (current ?? Data(count: next.count)) + next
  }

  @Test(
    "the log cut short is found when the file with the key is gone, or when somebody wrote one", arguments: [0, 1, 2])
  func cutShort(how: Int) async throws {
    var book = try await book()
    _ = try await book.openChapter(of: owner)
    try await append(to: book)
    try await book.log.close()
    let earlier = files(Self.logFiles)
    book = try await self.book()
    try await append(to: book)
    try await book.log.close()
    put(earlier.filter { $0.key != "access.key" })
    if how == 0 {
      unlink(directory + "/access.key")
    } else {
      // Everything but the key can be read in the log, and the checksum is no secret.
      var forged = [UInt8](try #require(earlier["access.key"]))
      forged.replaceSubrange(forged.count - 64..<forged.count - 32, with: [UInt8](repeating: 7, count: 32))
      if how == 2 { forged[forged.count - 65] = 0 }
      let body = Array(forged.dropLast(32))
      put(["access.key": Data(body + SHA256.digest(of: body))])
    }
    #expect(try await found().report.findings.map(\.kind) == [.keyTaken])
  }

  @Test("a vault that is restored beside its log tells nothing, and goes on in it")
  func restored() async throws {
    try await run(chapters: 2)
    try await state.setState(nil, for: .accessChapter)
    let book = try await book()
    try await book.adopt(of: owner)
    try await book.log.close()
    let (notices, report) = try await found()
    #expect(notices.isEmpty && report.verdict == .complete, "\(notices) \(report)")
  }

  @Test("what stands in the note's place keeps nobody out", arguments: 0..<4)
  func intruder(kind: Int) async throws {
    try await run()
    unlink(note)
    switch kind {
    case 0: #expect(mkdir(note, 0o700) == 0)
    case 1: #expect(symlink("/nowhere", note) == 0)
    case 2: #expect(mkfifo(note, 0o600) == 0)
    default:
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: note.utf8) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
      }
      #expect(bound == 0)
      close(descriptor)
    }
    let first = try await found()
    #expect(first.notices.count == 1 && first.report.verdict == .complete, "\(first)")
    #expect(try await found().notices.isEmpty)
  }
}
