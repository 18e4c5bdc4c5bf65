import Foundation
import Testing
import VaultTesting

/// Samples of requests say how a new vault comes to give the sample's reply.
@Suite("Commands of samples, with the real agent")
struct CommandSampleTests {
  @Test("print the same in a vault in which that was done which their sample says")
  func all() throws {
    var count = 0
    for command in RequestSamples.all.compactMap(\.command) {
      guard let setup = command.setup else { continue }
      count += 1
      let vault = try TestVault()
      for words in setup {
        let done = try vault.run("vault", words)
        #expect(done.status == 0, "\(words): \(done)")
      }
      let plain = try vault.run("vault", command.arguments)
      #expect(plain.status == 0 && plain.output == command.output, "\(command.arguments): \(plain)")
      guard let json = command.json else { continue }
      let printed = try vault.run("vault", command.arguments + ["--json"])
      #expect(try printed.status == 0 && value(printed.output) == value(json), "\(command.arguments): \(printed)")
    }
    #expect(count > 1)
  }

  private func value(_ json: String) throws -> NSObject {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSObject)
  }
}
