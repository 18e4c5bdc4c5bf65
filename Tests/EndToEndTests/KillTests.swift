import Foundation
import Glibc
import PrivateDesktop
import Testing

@Suite("An agent killed at any point loses nothing that was acknowledged", .serialized)
struct KillTests {
  @Test("500 kills while tasks are being added", arguments: [UInt64(20_261_121)])
  func kills(seed: UInt64) async throws {
    let vault = try TestVault()
    try vault.setPIN()
    var random = SplitMix(state: seed)
    var acknowledged: [String: String] = [:]
    for round in 0..<500 {
      let text = "text \(round)"
      let running = try vault.agentPID ?? started(vault)
      let pid = try #require(running)
      let delay = random.next() % 20_000
      let killer = Task.detached {
        usleep(UInt32(delay))
        kill(pid, SIGKILL)
      }
      let outcome = try vault.vault("add", "--protected", "--label", "L\(round)", "-", input: text)
      _ = await killer.value
      if outcome.status == 0 { acknowledged["L\(round)"] = text }
    }
    #expect(!acknowledged.isEmpty)
    try proveAll(acknowledged, in: vault)
  }

  private func started(_ vault: TestVault) throws -> Int32? {
    try vault.mustRun("list")
    return vault.agentPID
  }

  private func proveAll(_ acknowledged: [String: String], in vault: TestVault) throws {
    let listed = try JSONDecoder().decode(Listing.self, from: Data(vault.mustRun("list", "--json").utf8))
    let ids = Dictionary(listed.tasks.map { ($0.label ?? "", $0.id) }) { first, _ in first }
    try vault.mustRun("unlock", "--pin-stdin", "--everywhere", input: TestVault.pin + "\n")
    for (label, text) in acknowledged {
      let id = try #require(ids[label], "\(label) was acknowledged and is gone")
      #expect(try vault.vault("reveal", id, "--plain").output == text)
    }
    let check = try vault.vault("store", "check")
    #expect(check.status == 0, "\(check.output) \(check.errors)")
  }

  private struct Listing: Decodable {
    struct Row: Decodable {
      let id: String
      let label: String?
    }
    let tasks: [Row]
  }
}

/// A small seeded generator, so that a failing run can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
