import Foundation
import ProcessTesting
import TaskStore
import Testing
import VaultModel

@testable import OwnerVerification

/// The agent is killed before each of the calls by which the first unlock writes a vault of a former version in the present form:
/// `kill-point.c` counts them. `scripts/endurance` takes every call, and `make test` some.
@Suite("The first unlock after an update, killed at any point")
struct KilledUpdateTests {
  /// How many calls are passed over.
  private static let step = Int(ProcessInfo.processInfo.environment["VAULT_TEST_KILL_STEP"] ?? "") ?? 24
  /// What sounds as if somebody had changed something.
  private static let alarms = [
    "exchanged", "changed elsewhere", "damaged", "missing", "gone", "older", "another program", "used up", "somebody",
  ]

  @Test("is finished by the next one, which says nothing of tampering", arguments: ["pam", nil])
  func killed(method: String?) async throws {
    let library = FileManager.default.temporaryDirectory.appendingPathComponent("kill-point-\(UUID().uuidString).so")
      .path
    defer { try? FileManager.default.removeItem(atPath: library) }
    let source = URL(filePath: #filePath).deletingLastPathComponent().appendingPathComponent("Support/kill-point.c")
      .path
    try ChildProcess.run(["/usr/bin/env", "clang", "-shared", "-fPIC", "-O", "-o", library, source])
    let former = try TestVault()
    try former.setPIN()
    let id = try former.addProtected("mine")
    try await Forger(former).becomeFormer()
    try await former.set(method.map { Array("\"\($0)\"".utf8) }, VaultStateKey("verification"))
    try? FileManager.default.removeItem(atPath: former.root.path + "/run")
    var (point, kills) = (method == nil ? 5 : 1, 0)
    while point < 400, try await isKilled(copyOf: former, id, at: point, library) {
      (point, kills) = (point + Self.step, kills + 1)
    }
    #expect(kills > 1, "the unlock writes more than \(point) times")
  }

  /// Unlocks a copy of the vault, then once more.
  ///
  /// - Returns: whether the agent was killed the first time.
  private func isKilled(copyOf former: TestVault, _ id: String, at point: Int, _ library: String) async throws -> Bool {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("kill-point-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: place) }
    let vault = try TestVault(extra: ["LD_PRELOAD": library, "VAULT_TEST_KILL_POINT": place])
    try FileManager.default.removeItem(at: vault.root)
    try FileManager.default.copyItem(at: former.root, to: vault.root)
    _ = try vault.vault("list")
    try Data("\(point)".utf8).write(to: URL(fileURLWithPath: place))
    let first = try vault.reveal(id)
    try FileManager.default.removeItem(atPath: place)
    vault.killAgent()
    let second = try vault.reveal(id)
    #expect(second.output == "mine", "killed at \(point): \(second)")
    for alarm in Self.alarms {
      #expect(!second.errors.contains(alarm), "killed at \(point): \(second.errors)")
    }
    let third = try vault.vault("log", "--verify", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(third.status == 0, "killed at \(point): \(third)")
    return first.output != "mine"
  }
}
