import AgentAPI
import Foundation
import Localization
import Testing

@testable import DesktopModel

@Suite("A file that the window writes")
struct ExportWriterTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID())")

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] }

  private func path(_ name: String) throws -> String {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory.appendingPathComponent(name).path
  }

  @Test("has no name until it is whole, so that a program that is killed leaves nothing")
  func nameless() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = try path("tasks.json")
    let writer = try ExportWriter(path, replaces: false)
    try await writer.part("half")
    #expect(names.isEmpty, "what is written so far")
    try await writer.part(" and half")
    try writer.finish()
    #expect(names == ["tasks.json"] && (try? String(contentsOfFile: path, encoding: .utf8)) == "half and half")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("takes another's place once it is whole, and leaves nothing beside it")
  func replacing() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = try path("tasks.json")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let given = try ExportWriter(path, replaces: true)
    try await given.part("lost")
    #expect(names == ["tasks.json"], "what is written so far")
    given.giveUp()
    let writer = try ExportWriter(path, replaces: true)
    try await writer.part("new")
    try writer.finish()
    #expect(names == ["tasks.json"] && (try? String(contentsOfFile: path, encoding: .utf8)) == "new")
  }

  @Test("takes the place of a link, and touches nothing that it leads to")
  func link() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let (path, other) = (try path("picture.png"), try path("other"))
    try Data("old".utf8).write(to: URL(fileURLWithPath: other))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    let writer = try ExportWriter(path, replaces: true)
    try await writer.part("new")
    try writer.finish()
    #expect(Set(names) == ["picture.png", "other"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "old")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular && attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("takes the place of no directory, pipe or device, and of nothing that such a link leads to")
  func noFiles() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let pipe = try path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createDirectory(atPath: try path("directory"), withIntermediateDirectories: true)
    for (name, target) in [("link", pipe), ("null", "/dev/null"), ("gone", "/nowhere")] {
      try FileManager.default.createSymbolicLink(atPath: try path(name), withDestinationPath: target)
    }
    for name in ["pipe", "directory", "link", "null", "gone"] {
      let failure = #expect(throws: Failure.self) { try ExportWriter(try path(name), replaces: true) }
      #expect(failure?.message.hasSuffix("\(name) is there already.") == true)
    }
    #expect(Set(names) == ["pipe", "directory", "link", "null", "gone"])
  }

  @Test("takes the place of a file whose name is as long as names may be")
  func longName() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = try path(String(repeating: "n", count: 255))
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let writer = try ExportWriter(path, replaces: true)
    try await writer.part("new")
    try writer.finish()
    #expect(names.count == 1 && (try? String(contentsOfFile: path, encoding: .utf8)) == "new")
  }

  @Test("says why it can't be made in a directory that others let nobody write in, and leaves what is there")
  func others() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let missing = directory.appendingPathComponent("missing/picture.png").path
    let gone = #expect(throws: Failure.self) { try ExportWriter(missing, replaces: true) }
    #expect(gone?.message.hasSuffix("can't be made: No such file or directory.") == true)
    let path = try path("picture.png")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    #expect(chmod(directory.path, 0o500) == 0)
    // The file system asks root nothing: for a moment this is somebody else.
    let isRoot = getuid() == 0
    if isRoot { #expect(seteuid(65534) == 0) }
    defer { if isRoot { #expect(seteuid(0) == 0) } }
    let failure = #expect(throws: Failure.self) { try ExportWriter(path, replaces: true) }
    #expect(failure?.message.hasSuffix("can't be made: Permission denied.") == true)
  }

  @Test("takes no place that somebody was not asked about")
  func there() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = try path("tasks.json")
    let writer = try ExportWriter(path, replaces: true)
    try await writer.part("late")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
    #expect(throws: Failure.self) { try writer.finish() }
    #expect(throws: Failure.self) { try ExportWriter(path, replaces: false) }
    writer.giveUp()
    #expect(names == ["tasks.json"] && !FileManager.default.fileExists(atPath: "/nowhere"))
  }

  @Test("has bytes as they are, where they come in base64, and nothing of what is none")
  func bytes() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = try path("picture.png")
    let writer = try ExportWriter(path, replaces: false, isBase64: true)
    for part in [[0, 255, 128, 10], [], [65]] as [[UInt8]] { try await writer.part(Data(part).base64EncodedString()) }
    await #expect(throws: Failure.self) { try await writer.part("no base64") }
    try writer.finish()
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == [0, 255, 128, 10, 65])
  }

  @Test("of a picture is called like its item, and leads nowhere else")
  func pictureNames() {
    for (title, type, name) in [
      ("The plan", "image/png", "The plan.png"), ("../../etc/passwd", "image/jpeg", "etc passwd.jpg"),
      (".bashrc", "image/webp", "bashrc.webp"), ("~/x", "image/png", "x.png"), ("~ada", "image/png", "ada.png"),
      ("a\u{202E}gnp\n", "image/gif", "a gnp.gif"),
      (" / ", "x", "picture.png"),
      (String(repeating: "x", count: 500), "image/png", String(repeating: "x", count: 60) + ".png"),
    ] {
      #expect(PictureFileName.text(title: title, type: type) == name)
    }
  }
}
