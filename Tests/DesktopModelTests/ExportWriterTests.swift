import AgentAPI
import Foundation
import Testing

@testable import DesktopModel

@Suite("A file that tasks are exported to")
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
}
