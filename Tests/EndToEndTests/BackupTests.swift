import Foundation
import PrivateDesktop
import Testing

@Suite("Backup and restore")
struct BackupEndToEndTests {
  @Test("a backup comes back on a new machine with the recovery code alone")
  func comesBack() throws {
    let old = try TestVault()
    let new = try TestVault()
    let code = try old.pinAndCode()
    let id = try old.addProtected("kept through everything", label: "Kept")
    try old.mustRun("add", "an ordinary task")
    let file = new.root.appendingPathComponent("vault.backup").path
    try old.mustRun("backup", file, "--pin-stdin", input: TestVault.pin + "\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)

    let wrong = try new.vault("restore", file, "--recovery-code-stdin", input: TestVault.pin + "\n")
    #expect(wrong.status == 77, "a PIN opens no backup: \(wrong.errors)")
    let answers = "\(code)\na pin for the new machine\n"
    try new.mustRun("restore", file, "--recovery-code-stdin", "--pin-stdin", input: answers)
    #expect(try new.mustRun("list").contains("an ordinary task"))
    #expect(try new.reveal(id, pin: "a pin for the new machine").output == "kept through everything")
    #expect(try old.reveal(id).output == "kept through everything", "the old vault is as it was")
  }

  @Test("a damaged backup is refused, and changes nothing")
  func damaged() throws {
    let old = try TestVault()
    let new = try TestVault()
    let code = try old.pinAndCode()
    _ = try old.addProtected("text")
    let file = new.root.appendingPathComponent("vault.backup")
    try old.mustRun("backup", file.path, "--pin-stdin", input: TestVault.pin + "\n")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
    #expect(try new.vault("restore", file.path, "--recovery-code-stdin", input: code + "\n").status == 65)
    #expect(!(try new.mustRun("list", "--json").contains("shortId")))
  }

  @Test("a vault without a recovery code makes no backup that nothing could open")
  func needsCode() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let file = vault.root.appendingPathComponent("vault.backup").path
    #expect(try vault.vault("backup", file, "--pin-stdin", input: TestVault.pin + "\n").status == 77)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("moving to the keyring and back keeps every text, and the PIN")
  func migrates() throws {
    let bus = try PrivateBus()
    let keyring = try PrivateKeyring(on: bus)
    let vault = try TestVault(store: nil, extra: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try vault.setPIN()
    let id = try vault.addProtected("moved along")
    #expect(try vault.mustRun("store", "status").contains("secret-service"))
    for target in ["file", "secret-service"] {
      try vault.mustRun("store", "migrate", "--to", target, "--pin-stdin", input: TestVault.pin + "\n")
      #expect(try vault.mustRun("store", "status").contains(target))
      vault.killAgent()
      #expect(try vault.reveal(id).output == "moved along")
    }
    withExtendedLifetime(keyring) {}
  }
}
