import AgentAPI
import Foundation
import Glibc
import Testing

@testable import AgentService

@Suite("Which files are the vault's own")
struct OwnFilesTests {
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("own-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  private func make(_ name: String) throws -> String {
    let path = root.appendingPathComponent(name).path
    try Data("content".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("is known by their names to the last letter")
  func names() {
    let files = OwnFiles(directory: "/", names: ["owner", "tasks.db"])
    for name in [
      "tasks.db", "tasks.db-wal", "tasks.db.copy", "tasks.db.copy-shm", "tasks.db.set-aside-12",
      "tasks.db.copy.rebuilding",
      "tasks.db.set-aside-1-wal", "tasks.db.copy.set-aside-3",
    ] {
      #expect(files.place(of: name) == 1, "\(name)")
    }
    #expect(files.place(of: "owner.copy.new") == 0)
    for name in [
      "tasks.dbx", "tasks.db.bak", "tasks.db-wal.gz", "my-tasks.db", "tasks.db.set-aside-", "tasks.db.set-aside-x",
      "tasks",
      "owner-1.note", "", "..",
    ] {
      #expect(files.place(of: name) == nil, "\(name)")
    }
  }

  @Test("decides what goes: no directory, no other file, no other name of a file, and nothing that a link leads to")
  func erasing() throws {
    let (plain, foreign, twin) = (try make("tasks.db"), try make("letter"), try make("tasks.db.copy"))
    #expect(link(twin, root.appendingPathComponent("backup").path) == 0)
    #expect(symlink(foreign, root.appendingPathComponent("owner").path) == 0)
    #expect(mkdir(root.appendingPathComponent("tasks.db-wal").path, 0o700) == 0)
    #expect(mkfifo(root.appendingPathComponent("owner.copy").path, 0o600) == 0)
    let held = open(plain, O_RDONLY)
    defer { close(held) }
    var eraser = FileEraser()
    eraser.erase(OwnFiles(directory: root.path, names: ["owner", "tasks.db"]))
    #expect(eraser.count == 4 && eraser.problems.isEmpty)
    let left = ["backup", "letter", "tasks.db-wal"]
    #expect(eraser.remove(directory: root.path) == left.map { root.appendingPathComponent($0).path })
    for name in ["backup", "letter"] {
      #expect(FileManager.default.contents(atPath: root.appendingPathComponent(name).path) == Data("content".utf8))
    }
    var bytes = [UInt8](repeating: 1, count: 16)
    #expect(read(held, &bytes, 16) == 7 && bytes.prefix(7).allSatisfy { $0 == 0 }, "it was overwritten")
  }

  @Test("of pictures nothing goes that a link leads to, and holes of a file are not filled")
  func pictures() throws {
    let (cache, album) = (root.appendingPathComponent("cache"), root.appendingPathComponent("album"))
    let owner = String(repeating: "a", count: 32)
    let names = [cache.appendingPathComponent("pictures"), album].map { $0.appendingPathComponent("\(owner)/\(owner)") }
    let files = try names.map { directory in
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let file = directory.appendingPathComponent(UUID().uuidString)
      try Data([1]).write(to: file)
      return file.path
    }
    // Filled with zeros it would be larger than any disk.
    #expect(truncate(files[0], 1 << 42) == 0)
    let beside = names[0].deletingLastPathComponent().appendingPathComponent("\(owner.dropLast())b")
    for (link, target) in [(cache.appendingPathComponent("links"), album), (beside, names[1])] {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    }
    var eraser = FileEraser()
    eraser.erasePictures(in: cache.path, ["pictures", owner])
    eraser.erasePictures(in: cache.path, ["links", owner])
    #expect(eraser.count == 1 && eraser.problems.isEmpty)
    #expect(files.map { FileManager.default.fileExists(atPath: $0) } == [false, true])
  }

  @Test("names what it can't look at", .enabled(if: getuid() != 0, "root looks at everything"))
  func hidden() throws {
    let path = try make("owner")
    #expect(chmod(root.path, 0o600) == 0)
    defer { chmod(root.path, 0o700) }
    var eraser = FileEraser()
    eraser.erase(OwnFiles(directory: root.path, names: ["owner"]))
    #expect(eraser.count == 0 && eraser.problems.map(\.what) == [path], "\(eraser.problems)")
  }

  @Test("is nothing in a directory that is not there")
  func missing() {
    var eraser = FileEraser()
    eraser.erase(OwnFiles(directory: root.appendingPathComponent("absent").path, names: ["owner"]))
    #expect(eraser.count == 0 && eraser.problems.isEmpty)
    #expect(eraser.remove(directory: root.appendingPathComponent("absent").path) == [])
  }

  @Test("are in directories that nobody else can have made, or can write in; one's own links are followed")
  func directories() throws {
    let (place, link) = (root.appendingPathComponent("d"), root.appendingPathComponent("l"))
    try FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
    #expect(NeighbourMark.name(ofVault: link.path) == NeighbourMark.name(ofVault: place.path), "one vault, one mark")
    func problem(_ url: URL, _ uid: uid_t = getuid()) -> String? { ErasedDirectories.problem(at: url.path, uid: uid) }
    for url in [place, link, root.appendingPathComponent("nothing")] { #expect(problem(url) == nil) }
    for url in [place, link] { #expect(problem(url, getuid() + 1)?.contains("belongs to user \(getuid())") == true) }
    for mode in [0o777, 0o775, 0o757] as [mode_t] {
      #expect(chmod(place.path, mode) == 0)
      for url in [place, link] { #expect(problem(url)?.contains("others may write there") == true) }
    }
    #expect(try problem(URL(filePath: make("file"))) == "it is no directory")
    // A link of one's own into what is root's, or of root's where one is root oneself.
    let foreign = root.appendingPathComponent("foreign")
    try FileManager.default.createSymbolicLink(at: foreign, withDestinationURL: URL(filePath: "/tmp"))
    #expect(problem(foreign) != nil)
  }
}
