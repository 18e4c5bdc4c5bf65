import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("A file that is opened with the window", .timeLimit(.minutes(1)))
@MainActor
struct FileImportTests {
  @Test("is a file of this machine, and no other address")
  func addresses() {
    #expect(OfferedFile(address: "file:///home/ada/to%20do.txt")?.path == "/home/ada/to do.txt")
    #expect(OfferedFile(address: "file:///%C3%BC")?.path == "/ü")
    for address in [
      "", "file:", "file://host/x", "file:/x", "http:///x", "/home/ada", "file:///%", "file:///%2", "file:///%zz",
      "file:///%00",
      "file:///%ff", "file:///" + String(repeating: "x", count: 5000), "vault://tasks",
    ] { #expect(OfferedFile(address: address) == nil, "\(address.prefix(40))") }
  }

  @Test("is named without what could deceive, and in little room")
  func names() throws {
    let file = try #require(OfferedFile(address: "file:///tmp/%E2%80%AEtxt.ics%0Anew"))
    #expect(file.shownName == "\u{FFFD}txt.ics\u{FFFD}new" && file.shownFolder == "/tmp")
    let other = try #require(
      OfferedFile(address: "file:///tmp/%E2%80%9D%20from%20%E2%81%84home%E2%81%84ada%20%20%C2%A0x"))
    #expect(other.lines == "Folder: /tmp\nFile: ” from \u{FFFD}home\u{FFFD}ada \u{FFFD}\u{FFFD}x")
    let turned = try #require(OfferedFile(address: "file:///%D7%90/%D7%91/a.txt"))
    #expect(turned.shownFolder == "/\u{2068}א\u{2069}/\u{2068}ב\u{2069}")
    let long = try #require(OfferedFile(address: "file:///" + String(repeating: "a", count: 3000) + ".txt"))
    #expect(long.shownName.count == 120 && long.shownName.hasSuffix(".txt"))
  }

  @Test("is read once the person agrees, and told")
  func agreed() async throws {
    let scene = Scene(agrees: true)
    let path = try scene.file("a.txt")
    scene.offer("file://" + path)
    await scene.wait { $0.told == ["1 task is added."] }
    #expect(scene.importer.paths == [path])
  }

  @Test("is the one that was asked about, whatever has its name by then")
  func exchanged() async throws {
    let scene = Scene(agrees: true)
    let (path, other) = (try scene.file("a.txt"), try scene.file("b.txt"))
    let own = try HeldFile(path).identity
    scene.meanwhile = {
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    }
    scene.offer("file://" + path)
    await scene.wait { !$0.importer.files.isEmpty }
    #expect(try scene.importer.files == [own] && own != HeldFile(other).identity)
    // The link itself is asked about no more.
    await scene.wait { $0.told.count == 1 }
    scene.offer("file://" + path)
    await scene.wait { $0.told.count == 2 }
    #expect(scene.told[1] == "\(path) is a link." && scene.asked == 1)
  }

  @Test("is left alone where they decline, and asked about alone")
  func declined() async throws {
    let scene = Scene(agrees: false)
    let paths = (try scene.file("a.txt"), try scene.file("b.txt"))
    for _ in 1...100 { scene.offer("file://" + paths.0) }
    await scene.wait { $0.asked == 1 }
    for _ in 1...100 { await Task.yield() }
    #expect(scene.asked == 1 && scene.importer.paths.isEmpty && scene.told.isEmpty)
    scene.offer("file://" + paths.1)
    await scene.wait { $0.asked == 2 }
  }

  @Test("that can't be read is told")
  func failed() async throws {
    let scene = Scene(agrees: true)
    scene.importer.failure = Failure(.badData, "It is not a regular file.")
    scene.offer("file:///dev/zero")
    await scene.wait { $0.told == ["It is not a regular file."] }
  }

  /// Who is asked, and what is told.
  @MainActor
  private final class Scene {
    let importer = Importer()
    private var files: FileImport?
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID())")
    var asked = 0
    /// Done while the person is asked.
    var meanwhile: () throws -> Void = {}
    var told: [String] = []

    init(agrees: Bool) {
      files = FileImport(
        importer,
        agree: { [unowned self] _ in
          asked += 1
          try? meanwhile()
          await Task.yield()
          return agrees
        },
        told: { [unowned self] outcome in
          switch outcome {
          case .success(let notice): told.append(notice.text)
          case .failure(let failure): told.append(failure.message)
          }
        })
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The path of a new file.
    func file(_ name: String) throws -> String {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let file = directory.appendingPathComponent(name)
      try Data(name.utf8).write(to: file)
      return file.path
    }

    func offer(_ address: String) { if let file = OfferedFile(address: address) { files?.offer(file) } }

    func wait(_ condition: (Scene) -> Bool) async { while !condition(self) { await Task.yield() } }
  }

  @MainActor
  private final class Importer: ImportService {
    var paths: [String] = []
    var files: [FileIdentity?] = []
    var failure: Failure?

    func importTasks(from path: String, file: FileIdentity?) async throws(Failure) -> Notice {
      if let failure { throw failure }
      paths.append(path)
      files.append(file)
      return Notice("1 task is added.", undo: 7)
    }
  }
}
