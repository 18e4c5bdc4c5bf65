import AgentAPI
import Foundation
import Testing

@testable import AgentService

@Suite("A file that is imported")
struct ImportFileTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID())")

  private func file(_ name: String) throws -> String {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appendingPathComponent(name)
    try Data(name.utf8).write(to: file)
    return file.path
  }

  private func identity(_ path: String) throws -> FileIdentity {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  @Test("is the one that was agreed to: no link, and none that has its name by now")
  func exchanged() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let (path, other) = (try file("a"), try file("b"))
    let agreed = try identity(path)
    #expect(try await ImportFile.read(path, as: agreed) == Array("a".utf8))
    #expect(try await ImportFile.read(path) == Array("a".utf8))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    await #expect(throws: Failure.self) { try await ImportFile.read(path, as: agreed) }
    // Even a link to what was agreed to is another file.
    await #expect(throws: Failure.self) { try await ImportFile.read(path, as: identity(other)) }
    #expect(try await ImportFile.read(path) == Array("b".utf8), "who names a path on a command line may name a link")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
    await #expect(throws: Failure.self) { try await ImportFile.read(path, as: agreed) }
  }
}
