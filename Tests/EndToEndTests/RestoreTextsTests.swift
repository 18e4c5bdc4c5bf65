import CredentialStore
import Foundation
import SecretMemory
import Testing

@Suite("Sealed texts alone, out of a backup")
struct RestoreTextsTests {
  private struct Listing: Decodable {
    struct Row: Decodable {
      let id: UUID
      let shortId: String
    }
    let tasks: [Row]
  }

  private func record(of shortID: String, _ vault: TestVault) throws -> CredentialName {
    let rows = try JSONDecoder().decode(Listing.self, from: Data(vault.mustRun("list", "--json").utf8)).tasks
    let row = try #require(rows.first { $0.shortId.hasPrefix(shortID) || shortID.hasPrefix($0.shortId) })
    return try #require(CredentialName("task/\(row.id.uuidString.lowercased())"))
  }

  private func texts(of path: String, _ vault: TestVault, pin: String = TestVault.pin) throws -> TestVault.Outcome {
    try vault.vault("restore", path, "--texts-only", "--pin-stdin", input: pin + "\n")
  }

  @Test("a lost text and an exchanged one come back, and everything else stays as it is by now")
  func comeBack() async throws {
    let vault = try TestVault()
    _ = try vault.pinAndCode()
    let lost = try vault.addProtected("lost and found", label: "Lost")
    let bent = try vault.addProtected("bent and mended", label: "Bent")
    let whole = try vault.addProtected("never gone", label: "Whole")
    let ordinary = try TestVault.shortID(in: vault.mustRun("add", "An ordinary task"))
    let path = vault.root.appendingPathComponent("vault.backup").path
    try vault.mustRun("backup", path, "--pin-stdin", input: TestVault.pin + "\n")

    try vault.mustRun("edit", ordinary, "--name", "Renamed since")
    let late = try vault.addProtected("added since", label: "Late")
    let names = try [lost, bent, late].map { try record(of: $0, vault) }
    vault.killAgent()
    try await vault.encryptedFile.remove(names[0])
    try await vault.encryptedFile.set(try SecretBytes([UInt8](repeating: 1, count: 80)), for: names[1])
    try await vault.encryptedFile.remove(names[2])
    #expect(try vault.reveal(lost).status != 0, "the control")

    #expect(try texts(of: path, vault, pin: "not this pin at all").status == 77, "it asks whatever was unlocked")
    let outcome = try texts(of: path, vault)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for part in ["2 texts are back", "Lost", "Bent", "1 text is lost and not in this backup"] {
      #expect(outcome.output.contains(part), "\(outcome.output)")
    }
    #expect(!outcome.output.contains("Whole"))
    #expect(try vault.reveal(lost).output == "lost and found")
    #expect(try vault.reveal(bent).output == "bent and mended")
    #expect(try vault.reveal(whole).output == "never gone")
    let list = try vault.mustRun("list")
    #expect(list.contains("Renamed since") && !list.contains("An ordinary task") && list.contains("Late"))
  }

  @Test("where nothing is lost nothing is taken; and nothing out of another vault's backup")
  func nothingToDo() throws {
    let vault = try TestVault()
    let other = try TestVault()
    for each in [vault, other] {
      _ = try each.pinAndCode()
      _ = try each.addProtected("text")
      let path = each.root.appendingPathComponent("vault.backup").path
      try each.mustRun("backup", path, "--pin-stdin", input: TestVault.pin + "\n")
    }
    let own = try texts(of: vault.root.appendingPathComponent("vault.backup").path, vault)
    #expect(own.status == 0 && own.output.contains("No protected text is lost here"), "\(own)")
    let foreign = try texts(of: other.root.appendingPathComponent("vault.backup").path, vault)
    #expect(foreign.status == 77 && foreign.errors.contains("another vault"), "\(foreign)")
  }
}
