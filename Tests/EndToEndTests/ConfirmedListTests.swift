import Foundation
import Glibc
import Testing

@Suite("The list of confirmed texts, and the notes of how far it has come")
struct ConfirmedListTests {
  private let vault: TestVault
  private let forger: Forger
  private let id: String
  /// How everything was before the text was confirmed.
  private let before: Forger.Traces

  init() async throws {
    vault = try TestVault()
    forger = Forger(vault)
    try vault.setPIN()
    id = try vault.addProtected("the true text", label: "One")
    before = try await forger.traces()
    #expect(try vault.reveal(id).output == "the true text")
  }

  @Test("exists from the first PIN on, with a note in each place")
  func fromTheBeginning() {
    #expect(before.list != nil && before.file != nil)
    #expect(before.credential?.count == 40 && before.credential == before.database)
    #expect(before.file.map { Array($0) } == before.credential)
  }

  @Test("whose every trace was removed does not pass for the one of a vault that never had one")
  func everyTrace() async throws {
    try await forger.exchangeText(of: "One", for: "a false text")
    try await forger.put(.none)
    let refused = try vault.reveal(id)
    #expect(refused.status == 65 && refused.output.isEmpty, "\(refused)")
    #expect(try vault.vault("unlock", "--pin-stdin", input: TestVault.pin + "\n").status == 65)
  }

  @Test("without any note is refused, whatever it says itself")
  func withoutNotes() async throws {
    var traces = Forger.Traces()
    traces.list = before.list
    try await forger.put(traces)
    let refused = try vault.reveal(id)
    #expect(refused.status == 65 && refused.errors.contains("lost every note"), "\(refused)")
  }

  @Test("is older than any one note that was left alone")
  func oneNote() async throws {
    let now = try await forger.traces()
    for place in 0..<3 {
      var traces = before
      switch place {
      case 0: traces.credential = now.credential
      case 1: traces.database = now.database
      default: traces.file = now.file
      }
      try await forger.put(traces)
      let refused = try vault.reveal(id)
      #expect(refused.status == 65 && refused.errors.contains("older than it was"), "\(place): \(refused)")
    }
    try await forger.put(now)
    #expect(try vault.reveal(id).output == "the true text", "put back, it serves again")
  }

  @Test("mends a note that is gone or forged, and tells")
  func mended() async throws {
    let now = try await forger.traces()
    var traces = now
    traces.file = nil
    // The highest generation there is: nobody but the owner can raise it.
    traces.credential = [UInt8](repeating: 0xFF, count: 40)
    try await forger.put(traces)
    let shown = try vault.reveal(id)
    #expect(shown.output == "the true text", "\(shown)")
    for place in ["credential store", "state directory"] {
      #expect(shown.errors.contains("in the \(place) was missing or changed"), "\(shown)")
    }
    let after = try await forger.traces()
    #expect(after.credential == now.credential && after.file == now.file && after.database == now.database)
  }

  @Test(
    "keeps nobody out by what stands in the place of its note",
    arguments: ["socket", "closed directory", "closed file"])
  func oddNote(kind: String) async throws {
    vault.killAgent()
    let note = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(vault.root.path)/state").first {
        $0.hasPrefix("confirmed-")
      })
    let path = "\(vault.root.path)/state/\(note)"
    unlink(path)
    switch kind {
    case "socket": #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    case "closed directory": #expect(mkdir(path, 0) == 0)
    default: close(open(path, O_CREAT | O_WRONLY, 0))
    }
    let outcome = try vault.reveal(id)
    #expect(outcome.output == "the true text", "\(outcome)")
    #expect(outcome.errors.contains("The note of your confirmed texts in the state directory"), "\(outcome)")
    #expect(FileManager.default.contents(atPath: path)?.count == 40, "written anew")
  }
}
