import Foundation
import ProcessTesting
import Testing

@Suite("What a dump of the running agent holds", .serialized)
struct MemoryProofTests {
  private static let pin = "Pin-nine-otters-knit"
  private static let wrong = "Pin-not-this-one-ever"
  private static let text = "Zq7-under-the-third-flowerpot-Kx9"

  @Test("unlocked it holds the private half; after a lock no PIN, password, text or key, in any encoding")
  func lockErases() async throws {
    let server = try TestServer()
    // At the real cost Argon2id works in memory of another kind than at the least.
    let vault = try TestVault.loggedIn(to: server, extra: ["VAULT_TEST_CHEAP_SLOTS": "0"])
    let code = try vault.mustRun("pin", "set", "--pin-stdin", input: Self.pin + "\n").prefix { $0 != "\n" }
    #expect(code.count > 20, "the recovery code is printed: \(code)")
    let id = try vault.addProtected(Self.text)
    _ = try vault.reveal(id, pin: Self.wrong)
    #expect(try vault.reveal(id, pin: Self.pin).output == Self.text)
    let task = try #require(try Self.tasks(vault).first)
    let keys = try await VaultKeys(of: vault, pin: Self.pin, task: task)
    let pid = try #require(vault.agentPID)

    let open = try MemoryDump(of: pid)
    #expect(open.count(keys.privateHalf) > 0, "the control: what is in use is found")
    #expect(open.count(vault.data) > 0, "the control: plain text is found")

    try vault.mustRun("lock")
    #expect(vault.agentPID == pid, "the same process")
    let locked = try MemoryDump(of: pid)
    #expect(locked.count(vault.data) > 0, "the control: plain text is found")
    for (name, bytes) in keys.all { #expect(locked.count(bytes) == 0, "the \(name) is still there") }
    for text in [Self.pin, Self.wrong, Self.text, TestServer.password, String(code)] {
      #expect(locked.count(text) == 0, "\u{201C}\(text)\u{201D} is still there")
    }
    withExtendedLifetime(server) {}
  }

  @Test(
    "of a text that has been protected it holds no word once the vault is locked, though it looked for others like it")
  func protectedWords() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let words = ["quagga7x1zq", "heron4k9vw"]
    let added = try vault.mustRun("add", "The door code is \(words[0]) blue \(words[1])", "--json")
    let id = try #require(try Self.tasks(vault).first, "\(added)").uuidString
    let pid = try #require(vault.agentPID)
    #expect(try MemoryDump(of: pid).count(words[0]) > 0, "the control: an ordinary text is found")
    try vault.mustRun("protect", id, "--label", "Door", "--pin-stdin", input: TestVault.pin + "\n")
    try vault.mustRun("lock")
    // What a connection was sent may take a moment to go.
    try waitUntil("no word is there", 30) {
      let locked = try MemoryDump(of: pid)
      return words.allSatisfy { locked.count($0) == 0 }
    }
    #expect(vault.agentPID == pid, "the same process")
  }

  @Test("another process of this user, but for root, can neither trace it nor read its memory")
  func notDumpable() throws {
    let vault = try TestVault()
    try vault.mustRun("list")
    let pid = try #require(vault.agentPID)
    let attributes = try FileManager.default.attributesOfItem(atPath: "/proc/\(pid)/mem")
    #expect(attributes[.ownerAccountID] as? Int == 0, "the kernel gives the files of such a process to root")
    let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    #expect(core.split(separator: " ").filter { $0 == "0" }.count == 2, "\(core)")
  }

  private static func tasks(_ vault: TestVault) throws -> [UUID] {
    struct Listing: Decodable {
      struct Row: Decodable { let id: UUID }
      let tasks: [Row]
    }
    return try JSONDecoder().decode(Listing.self, from: Data(vault.mustRun("list", "--json").utf8)).tasks.map(\.id)
  }
}
