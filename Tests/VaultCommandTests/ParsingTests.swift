import AgentAPI
import ArgumentParser
import Foundation
import Testing
import VaultClient

@testable import vault

@Suite("Parsing")
struct ParsingTests {
  @Test("the shortcuts mean what the parser would have led to, and nothing but them is one")
  func shortcuts() throws {
    #expect(Shortcut(["list"]) == .list)
    #expect(try (Vault.parseAsRoot(["list"]) as? vault.List)?.json.isSet == false)
    for words in [["reveal", "4f2a", "--plain"], ["reveal", "--plain", "4f2a"]] {
      #expect(Shortcut(words) == .reveal(task: "4f2a"))
      let parsed = try #require(try Vault.parseAsRoot(words) as? Reveal)
      #expect(parsed.task == "4f2a" && parsed.plain && !parsed.all && parsed.timeout == 60)
    }
    let others = [
      [], ["list", "--json"], ["reveal", "4f2a"], ["reveal", "--all", "--plain"], ["reveal", "--plain", "--all"],
      ["reveal", "--plain", "--plain"], ["reveal", "4f2a", "--plain", "--pin-stdin"], ["help", "list"],
    ]
    for words in others { #expect(Shortcut(words) == nil, "\(words)") }
  }

  @Test("moments are printed as ISO 8601 in UTC")
  func moments() {
    #expect(Moment(Date(timeIntervalSince1970: 1_798_135_200.9)).iso == "2026-12-24T18:00:00Z")
    #expect(Moment(Date(timeIntervalSince1970: 0)).iso == "1970-01-01T00:00:00Z")
    // What only a damaged record can hold.
    #expect(Moment(Date(timeIntervalSince1970: 1e300)).iso == "9999-12-31T23:59:59Z")
    #expect(Moment(Date(timeIntervalSince1970: -.infinity)).iso == "0001-01-01T00:00:00Z")
    #expect(Moment(Date(timeIntervalSince1970: .nan)).iso == "1970-01-01T00:00:00Z")
  }

  @Test(
    "every command is understood",
    arguments: [
      [], ["login", "--email", "a@b", "--password-stdin", "--server", "https://v"], ["logout", "--forget"], ["whoami"],
      ["status", "--json"], ["add", "Buy", "milk", "--due", "2026-12-24"], ["list", "--json"],
      ["show", "4f", "--json"],
      ["add", "--protected", "--label", "Door", "--always-verify", "-"], ["reveal", "4f", "--plain", "--timeout", "5"],
      ["reveal", "--all"], ["unlock", "--everywhere", "--pin-stdin"], ["lock"], ["log", "--limit", "5", "--json"],
      ["doctor", "--json"], ["store", "status"], ["store", "check", "--json"], ["store", "migrate", "--to", "file"],
      ["store", "migrate", "--to", "secret-service"], ["store", "accept-rollback"], ["pin", "set", "--no-recovery"],
      ["settings"], ["settings", "--json"], ["settings", "confirm", "--pin-stdin"],
      ["pin", "change", "--pin-stdin"], ["pin", "remove"], ["recovery", "create"], ["verification", "use", "pam"],
      ["verification", "use", "pin"], ["backup", "f"], ["restore", "f", "--recovery-code-stdin"],
      ["restore", "f", "--texts-only", "--pin-stdin"], ["agent", "stop"],
    ])
  func commands(_ arguments: [String]) throws { _ = try Vault.parseAsRoot(arguments) }

  @Test(
    "what makes no sense is a usage error",
    arguments: [
      ["lst"], ["reveal"], ["reveal", "4f", "--all"], ["reveal", "4f", "--timeout", "0"], ["log", "--limit", "10001"],
      ["store", "migrate"], ["store", "migrate", "--to", "tpm"], ["verification", "use", "face"], ["backup"],
    ])
  func usage(_ arguments: [String]) {
    #expect { _ = try Vault.parseAsRoot(arguments) } throws: { Vault.exitCode(for: $0).rawValue == 64 }
  }

  @Test(
    "every command has a help text with an example",
    arguments: [
      Login.self, Logout.self, WhoAmI.self, Status.self, Add.self, List.self, Show.self, Reveal.self, Unlock.self,
      Lock.self, Log.self, Doctor.self, StoreShow.self, StoreCheck.self, StoreMigrate.self, StoreAcceptRollback.self,
      PINSet.self, PINChange.self, PINRemove.self, RecoveryCreate.self, VerificationUse.self, Backup.self, Restore.self,
      AgentStop.self, Vault.self,
    ] as [any ParsableCommand.Type])
  func help(_ command: any ParsableCommand.Type) {
    #expect(!command.configuration.abstract.isEmpty)
    #expect(
      command.configuration.discussion.contains("EXAMPLES\n  vault") || command.helpMessage().contains("EXAMPLES"))
  }
}
