import Foundation
import ProcessTesting
import Sealing
import Testing

@Suite("A stolen backup")
struct StolenBackupTests {
  private static let title = "Rent for the flat in Kiel"
  private static let iban = "DE02120300000000202051"
  private static let words = [
    title, "Rent", "Kiel", iban, "bookkeeping", "household", "Safe behind the clock", "createdAt",
  ]

  /// A vault with an ordinary task, a protected one, and a recovery code.
  private func vault(notes: String) throws -> (vault: TestVault, code: String, id: String) {
    let vault = try TestVault()
    let code = try vault.pinAndCode()
    let added = try vault.mustRun(
      "add", Self.title, "--notes", notes, "--tag", "bookkeeping", "--project", "household", "--due", "tomorrow")
    _ = try vault.addProtected("sealed in any case", label: "Safe behind the clock")
    return (vault, code, try TestVault.shortID(in: added))
  }

  private func backup(of vault: TestVault, _ name: String = "stolen.backup") throws -> (path: String, bytes: Data) {
    let path = vault.root.appendingPathComponent(name).path
    try vault.mustRun("backup", path, "--pin-stdin", input: TestVault.pin + "\n")
    return (path, try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// What stands between the owner header and the checksum.
  private func sealedPart(of bytes: Data) -> Data {
    let length = bytes[52..<56].reduce(0) { $0 << 8 | Int($1) }
    return bytes[(56 + length)..<(bytes.count - 64)]
  }

  @Test("shows no title, notes, tags, project or label, as they are or packed")
  func showsNothing() throws {
    let (vault, code, _) = try vault(notes: "IBAN \(Self.iban)")
    let (path, bytes) = try backup(of: vault)
    for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
      for word in Self.words {
        #expect(bytes.range(of: try #require(word.data(using: encoding))) == nil, "\(word) can be read")
      }
    }
    // Packed text, and the zeros it would be padded with, have bytes that come more often than others.
    var counts = [Int](repeating: 0, count: 256)
    for byte in sealedPart(of: bytes) { counts[Int(byte)] += 1 }
    let mean = sealedPart(of: bytes).count / 256
    #expect(counts.allSatisfy { (mean / 2...mean * 2).contains($0) }, "\(counts)")
    // The control: it is all in there.
    let read = try Self.read(path, code)
    for word in [Self.title, Self.iban, "bookkeeping", "household", "Safe behind the clock"] {
      #expect(read.output.contains(word), "\(word) is not in the backup")
    }
  }

  @Test("agrees in length with another that differs in its tasks' text alone, and in nothing else that is sealed")
  func tellsNothing() throws {
    let (vault, _, id) = try vault(notes: "short")
    let first = try backup(of: vault, "first").bytes
    try vault.mustRun("edit", id, "--notes", String(repeating: "IBAN \(Self.iban) ", count: 300))
    let second = try backup(of: vault, "second").bytes
    #expect(first.count == second.count)
    let pairs = zip(sealedPart(of: first), sealedPart(of: second))
    let same = pairs.count { $0 == $1 }
    #expect(same < first.count / 100, "\(same) bytes of \(first.count) are the same")
  }

  @Test("shows neither which settings were confirmed, the server among them, nor how often the locks were changed")
  func showsNoTerms() throws {
    let (vault, code, _) = try vault(notes: "short")
    try vault.mustRun("agent", "stop")
    let server = "https://hidden-clinic.example:8443"
    let file = vault.root.appendingPathComponent("config/config.json")
    try #"{"server-url": "\#(server)", "unlock-timeout": 7200}"#.write(to: file, atomically: true, encoding: .utf8)
    try vault.mustRun("settings", "confirm", "--pin-stdin", input: TestVault.pin + "\n")
    try waitUntil("the agent has ended") { vault.agentPID == nil }
    #expect(try vault.mustRun("settings").contains("7200"), "the control: it is confirmed")
    let (path, bytes) = try backup(of: vault)
    let length = bytes[52..<56].reduce(0) { $0 << 8 | Int($1) }
    #expect(length == 222, "what the documents name, and nothing else")
    #expect(bytes.range(of: Data(SHA256.digest(of: Array(server.utf8)))) == nil)
    #expect(Array(bytes[(56 + 50)..<(56 + 59)]) == [0, 0, 0, 0, 0, 0, 0, 1, 1], "the first generation, by PIN")
    #expect(try Self.read(path, code).status == 0)
    let new = try TestVault()
    #expect(try new.vault("restore", path, "--recovery-code-stdin", input: code + "\n").status == 0)
  }

  @Test(
    "opens with the recovery code alone, for a reader that knows the documents alone; it has no slot for a PIN to try")
  func takesTheCode() throws {
    let (vault, code, _) = try vault(notes: Self.iban)
    let (path, _) = try backup(of: vault)
    let read = try Self.read(path, code)
    #expect(read.status == 0, "\(read.errors)")
    let found = try #require(JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [String: Any])
    #expect(found["slots"] as? [String] == ["recovery"])
    #expect((found["tasks"] as? [[String: Any]])?.count == 2)
    #expect((found["records"] as? [String: String])?.count == 1)

    #expect(try Self.read(path, "0000-0000-0000-0000-0000-0000-0000-0000-0000").status == 1)
    let new = try TestVault()
    let outcome = try new.vault("restore", path, "--recovery-code-stdin", input: TestVault.pin + "\n")
    #expect(outcome.status == 77, "\(outcome.errors)")
  }

  /// Reads a backup by the independent reader.
  static func read(_ path: String, _ code: String) throws -> TestVault.Outcome {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Readers/backup_reader.py").standardizedFileURL.path
    let child = try ChildProcess(
      ["python3", script, path], environment: ["PATH": "/usr/bin:/bin"], input: .text(code + "\n"))
    let status = try child.exitStatus(within: 60)
    return TestVault.Outcome(status: status, output: child.output.text, errors: child.errors.text)
  }
}
