import AgentAPI
import Foundation
import Localization
import Testing

@testable import DesktopModel

@Suite("What the agent says, in the window")
struct WindowWordsTests {
  @Test("is said in words of the window where there are some")
  func own() {
    #expect(WindowWords.text("Log in with vault login.") == "Log in first: the form is at Inbox.")
    let failure = Failure(
      .usage, "“zed” is neither a user's ID nor the name of a contact of yours (vault people contacts).",
      hint: "Ask them for the ID that their vault profile shows, or for a code of their vault people invite.")
    #expect(failure.inWindow.message == "“zed” is neither a user's ID nor the name of a contact of yours.")
    #expect(failure.inWindow.hint == "Ask them for their ID or for an invitation: both are in their Profile.")
    // What is lost for a while is not left without a way back.
    for hint in [
      "See vault store check; restore a backup with vault restore.",
      "See which records with vault store check; restore a backup with vault restore.",
      "Restore a backup with vault restore.",
    ] {
      #expect(WindowWords.text(hint) == "Restore in Preferences brings it back from a backup.")
    }
    #expect(
      WindowWords.text("If you restored an older copy on purpose, accept it with vault store accept-rollback.")
        .hasPrefix("Put the newer copy back."))
  }

  @Test(
    "leaves out sentences that only help at a terminal",
    arguments: [
      ("See vault inbox and vault devices.", ""),
      ("Run the command at a terminal.", ""), ("Name it, for instance: --format todotxt", ""),
      (
        "Tags and project stay readable; take them away with vault edit if they tell too much.",
        "Tags and project stay readable."
      ),
      (
        "The PIN is set. A guess takes one core here 0.91 s. Somebody has to guess it.",
        "The PIN is set. Somebody has to guess it."
      ),
      ("Unlocked. It locks 300 s after the last reveal, or with vault lock.", "Unlocked."),
    ])
  func leftOut(_ said: String, _ shown: String) { #expect(WindowWords.text(said) == shown) }

  @Test(
    "keeps all else as it is",
    arguments: [
      "Try again.", "The vault was locked in the meantime.", "The vault server refuses your login.", "",
      "Too many wrong PINs; wait 30 s, or give the recovery code.", "The PIN unlocks the vault from now on.",
    ])
  func kept(_ said: String) { #expect(WindowWords.text(said) == said) }

  @Test("are in place of what is really said")
  func present() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    var said = ""
    for module in ["AgentService", "VaultClient", "AgentAPI", "OwnerVerification", "ServerClient"] {
      let files = FileManager.default.enumerator(at: sources.appending(path: module), includingPropertiesForKeys: nil)
      for case let file as URL in files ?? FileManager.DirectoryEnumerator() where file.pathExtension == "swift" {
        said += try String(contentsOf: file, encoding: .utf8)
      }
    }
    for words in WindowWords.own.keys { #expect(said.contains(words), "nobody says this any more") }
  }

  @Test("never makes a failure silent")
  func message() {
    let failure = Failure(.unavailable, "Run vault doctor, then --help.", hint: "vault list").inWindow
    #expect(failure.message == "Run vault doctor, then --help." && failure.hint.isEmpty)
  }

  @Test("says nothing of commands in what the checks found, whatever they found")
  func findings() {
    let finding = DoctorFinding(.ok, "PIN", "No PIN has been set yet.", remedy: "vault pin set", fix: .setPIN)
    #expect(finding.inWindow.remedy.isEmpty)
    let saver = DoctorFinding(.warning, "screen saver", "None.", remedy: "Have your screen locker run vault lock.")
    #expect(saver.inWindow.remedy == "It locks after its time, or with Ctrl+L.")
  }

  @Test("says of a text that the window itself has sealed that it was the window")
  func sealedHere() {
    let text = UnconfirmedText(addedAt: .distantPast, program: "/usr/bin/vault-desktop")
    #expect(text.words.hasPrefix("Sealed in this window on ") && !text.words.contains("/usr"))
  }
}
