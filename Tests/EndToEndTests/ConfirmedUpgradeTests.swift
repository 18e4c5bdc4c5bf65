import Foundation
import Testing
import VaultModel

@Suite("A vault of a former version, whose texts were marked in bulk")
struct ConfirmedUpgradeTests {
  private static let stores = ["sqlite", "icalendar"]

  /// A vault of old with two texts.
  private func former(_ store: String = "sqlite") async throws -> (TestVault, Forger, ids: [String]) {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    try vault.setPIN()
    let forger = Forger(vault, store)
    let ids = [try vault.addProtected("the first", label: "One"), try vault.addProtected("the second", label: "Two")]
    try await forger.becomeFormer()
    return (vault, forger, ids)
  }

  @Test("opens, says of each text that it is not confirmed, and confirms it by its reveal", arguments: stores)
  func upgrades(store: String) async throws {
    let (vault, forger, ids) = try await former(store)
    #expect(try vault.mustRun("list").components(separatedBy: "[not yet confirmed]").count == 3)
    let first = try vault.reveal(ids[0])
    #expect(first.output == "the first", "\(first)")
    #expect(first.errors.contains("sealed before vault was upgraded; not yet confirmed"), "\(first)")
    #expect(first.errors.contains("Since the update"), "\(first)")
    #expect(try vault.mustRun("list").components(separatedBy: "[not yet confirmed]").count == 2)
    vault.killAgent()
    let again = try vault.reveal(ids[0])
    #expect(again.output == "the first" && again.errors.isEmpty, "\(again)")
    let traces = try await forger.traces()
    #expect(traces.list?.starts(with: Array("VCL3".utf8)) == true && traces.credential?.count == 40)
    #expect(traces.credential == traces.database && traces.file.map { Array($0) } == traces.database)
    try await forger.exchangeText(of: "One", for: "a false text")
    #expect(try vault.reveal(ids[0]).status == 65)
  }

  @Test("and whatever passes its texts on does not say that they were added while it was locked")
  func passedOn() async throws {
    let (vault, _, ids) = try await former()
    let export = try vault.vault("export", "--include-protected", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(export.status == 0 && export.errors.contains("sealed before vault was upgraded"), "\(export)")
    #expect(!export.errors.contains("while the vault was locked") && export.errors.contains(ids[0]), "\(export)")
    let added = try vault.addProtected("written while locked", label: "Three")
    let both = try vault.vault("export", "--include-protected", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(both.errors.contains("while the vault was locked") && both.errors.contains("upgraded"), "\(both)")
    #expect(both.errors.contains(added), "\(both)")
  }

  @Test("does not pass for one again when the old form is put back, with or without what tells of the new one")
  func putBack() async throws {
    let (vault, forger, ids) = try await former()
    let places = ["owner", "owner.copy"].map { vault.root.appendingPathComponent("data/\($0)") }
    let header = try Data(contentsOf: places[0])
    let before = try await forger.traces()
    #expect(try vault.reveal(ids[0]).output == "the first")
    let after = try await forger.traces()
    try await forger.exchangeText(of: "One", for: "a false text")
    for place in places { try header.write(to: place) }
    try await forger.putFormerWitness()
    let withNotes = try vault.reveal(ids[0])
    #expect(withNotes.status == 65 && withNotes.output.isEmpty, "\(withNotes)")
    try await forger.removeHeaderNotes()
    // What tells of the list: any one trace of it.
    for trace in 0..<4 {
      var traces = before
      switch trace {
      case 0: traces.list = after.list
      case 1: traces.credential = after.credential
      case 2: traces.database = after.database
      default: traces.file = after.file
      }
      try await forger.put(traces)
      let refused = try vault.reveal(ids[0])
      #expect(refused.status == 65 && refused.errors.contains("was begun before"), "\(trace): \(refused)")
    }
  }

  @Test("that was stopped in the middle of the step goes on where it was")
  func interrupted() async throws {
    let (vault, forger, ids) = try await former()
    let header = try Data(contentsOf: vault.root.appendingPathComponent("data/owner"))
    try vault.mustRun("unlock", "--pin-stdin", input: TestVault.pin + "\n")
    // The list had begun, and the header was not written yet.
    vault.killAgent()
    for name in ["owner", "owner.copy"] { try header.write(to: vault.root.appendingPathComponent("data/\(name)")) }
    try await forger.putFormerWitness()
    try await forger.removeHeaderNotes()
    #expect(try vault.reveal(ids[0]).output == "the first")
    #expect(try vault.reveal(ids[1]).output == "the second")
  }
}
