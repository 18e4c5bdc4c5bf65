import CredentialStore
import Foundation
import ProcessTesting
import Testing

@Suite("Several processes and one encrypted file")
struct EncryptedFileProcessTests {
  private func start(_ place: Place, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess([builtProgram("credential-store-probe").path, place.root] + arguments)
  }

  @Test("eight writers, some of them killed, lose nothing they were told is stored")
  func killedWriters() async throws {
    let place = try Place()
    var generator = SplitMix(seed: 7)
    var acknowledged: [String] = []
    for round in 0..<4 {
      let writers = try (0..<8).map { try start(place, "write", "w\(round)-\($0)", $0 < 4 ? "100000" : "40") }
      for writer in writers.prefix(4) {
        // Killed in the middle of its work: after some lines, at an arbitrary instant.
        _ = try writer.line(Int(2 + generator.next() % 30), within: 60)
        writer.end(with: SIGKILL)
        #expect(try writer.exitStatus() == 128 + SIGKILL)
        acknowledged += writer.output.lines
      }
      for writer in writers.dropFirst(4) {
        #expect(try writer.exitStatus(within: 60) == 0)
        acknowledged += writer.output.lines
      }
    }
    let store = place.store()
    let report = try await store.check()
    #expect(report.isClean, "\(report)")
    #expect(acknowledged.count >= 4 * 4 * 40)
    for name in acknowledged {
      #expect(try await store.bytes(for: credentialName(name)) == Array("value of \(name)".utf8))
    }
    let names = Set(try await store.names().map(\.rawValue))
    #expect(names.isSuperset(of: acknowledged))
  }

  @Test("where a file may grow no further, the error says so and nothing is lost")
  func fileSizeLimit() async throws {
    let place = try Place()
    let writer = try start(place, "limit", "200000")
    #expect(try writer.exitStatus() == 0)
    let said = writer.output.lines
    #expect(said.last == "diskFull")
    let store = place.store()
    #expect(said.count > 3)
    for name in said.dropLast() {
      #expect(try await store.bytes(for: credentialName(name))?.count == 2000)
    }
    #expect(try await store.check().isClean)
    try await store.set(bytes: [1], for: credentialName("more"))
  }
}
