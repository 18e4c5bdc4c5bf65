import DurableFiles
import FoundationEssentials
import Testing

@Suite("A private file")
struct PrivateFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("a format of a newer version is told from damage, and version 0 is damage")
  func versions() throws {
    let known = FileFormat<Trouble>(magic: "TESTFILE", version: 2, maximumPayloadByteCount: 64)
    func bytes(_ version: UInt16) -> [UInt8] {
      FileFormat<Trouble>(magic: "TESTFILE", version: version, maximumPayloadByteCount: 64).encode(.init(payload: [1]))
    }
    #expect(try known.decode(bytes(1)).payload == [1])
    #expect(throws: Trouble(.newerFormat)) { try known.decode(bytes(3)) }
    #expect(throws: Trouble(.damaged)) { try known.decode(bytes(0)) }
  }

  @Test("what is longer than its limit is damaged, and at the limit it is read")
  func limit() throws {
    let file = PrivateFile<Trouble>(path: directory.file("a"), maximumByteCount: 4)
    #expect(try file.read() == nil)
    try file.replace(with: [1, 2, 3, 4])
    #expect(try file.read() == [1, 2, 3, 4])
    try directory.write([1, 2, 3, 4, 5], to: "a")
    #expect(throws: Trouble(.damaged)) { _ = try file.read() }
  }

  @Test("where the place beside a stranger has no room for its name, that is an error and no endless search")
  func noPlaceAside() throws {
    let path = directory.file(String(repeating: "n", count: 250))
    #expect(Stranger.directory.put(at: path))
    #expect(throws: Trouble(.failed)) { try PrivateFile<Trouble>(path: path, maximumByteCount: 4).replace(with: [1]) }
  }

  @Test("a directory that is gone is told with its path")
  func noDirectory() {
    let file = PrivateFile<Trouble>(path: "/nonexistent/vault/a", maximumByteCount: 4)
    do throws(Trouble) {
      try file.replace(with: [1])
      Issue.record("it wrote")
    } catch {
      #expect(error == Trouble(.failed))
      #expect(error.detail.contains("/nonexistent/vault"))
    }
  }

  @Test("many that replace the same file at once don't disturb each other")
  func together() async throws {
    let file = PrivateFile<Trouble>(path: directory.file("a"), maximumByteCount: 64)
    try await withThrowingTaskGroup { group in
      for number in UInt8(0)..<32 { group.addTask { try file.replace(with: [UInt8](repeating: number, count: 64)) } }
      try await group.waitForAll()
    }
    #expect(try Set(#require(try file.read())).count == 1)
    #expect(try directory.names() == ["a"])
  }
}
