import CredentialStore
import Foundation
import Testing

@Suite("Several processes and one encrypted file")
struct EncryptedFileProcessTests {
  private func start(_ place: Place, _ arguments: String...) throws -> (Process, Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = try builtProgram("credential-store-probe")
    process.arguments = [place.root] + arguments
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  private func lines(_ pipe: Pipe) -> [String] {
    // A killed writer may leave half a line, which acknowledges nothing.
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test("eight writers, some of them killed, lose nothing they were told is stored")
  func killedWriters() async throws {
    let place = try Place()
    var generator = SplitMix(seed: 7)
    var acknowledged: [String] = []
    for round in 0..<4 {
      let writers = try (0..<8).map { try start(place, "write", "w\(round)-\($0)", $0 < 4 ? "100000" : "40") }
      for (process, output) in writers.prefix(4) {
        // Killed in the middle of its work: after some lines, at an arbitrary instant.
        var seen = Data()
        let wanted = 40 + Int(generator.next() % 400)
        while seen.count < wanted {
          let more = output.fileHandleForReading.availableData
          guard !more.isEmpty else { break }
          seen += more
        }
        kill(process.processIdentifier, SIGKILL)
        seen += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        acknowledged += String(decoding: seen, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast().map(String.init)
      }
      for (process, output) in writers.dropFirst(4) {
        acknowledged += lines(output)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
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
    let (process, output) = try start(place, "limit", "200000")
    let said = lines(output)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
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
