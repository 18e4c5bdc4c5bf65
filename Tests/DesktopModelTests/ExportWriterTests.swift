import AgentAPI
import Foundation
import Localization
import Testing

@testable import DesktopModel

@Suite("A file that the window writes")
struct ExportWriterTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)").path

  private func content() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  @Test("has bytes as they are, where they come in base64, and nothing of what is none")
  func bytes() async throws {
    defer { unlink(path) }
    let writer = try ExportWriter(path, replaces: false, isBase64: true)
    for part in [[0, 255, 128, 10], [], [65]] as [[UInt8]] { try await writer.part(Data(part).base64EncodedString()) }
    await #expect(throws: Failure.self) { try await writer.part("no base64") }
    try writer.finish()
    #expect(try content() == [0, 255, 128, 10, 65])
  }

  @Test("takes the place of another one once it is whole, and only where somebody has agreed")
  func replacing() async throws {
    defer { unlink(path) }
    try Data("theirs".utf8).write(to: URL(filePath: path))
    #expect(throws: Failure.self) { try ExportWriter(path, replaces: false) }
    let writer = try ExportWriter(path, replaces: true)
    try await writer.part("own")
    #expect(try content() == Array("theirs".utf8))
    try writer.finish()
    #expect(try content() == Array("own".utf8))
  }

  @Test("of a picture is called like its item, and leads nowhere else")
  func names() {
    for (title, type, name) in [
      ("The plan", "image/png", "The plan.png"), ("../../etc/passwd", "image/jpeg", "etc passwd.jpg"),
      (".bashrc", "image/webp", "bashrc.webp"), ("a\u{202E}gnp\n", "image/gif", "a gnp.gif"),
      (" / ", "x", "picture.png"),
      (String(repeating: "x", count: 500), "image/png", String(repeating: "x", count: 60) + ".png"),
    ] {
      #expect(PictureFileName.text(title: title, type: type) == name)
    }
  }
}
