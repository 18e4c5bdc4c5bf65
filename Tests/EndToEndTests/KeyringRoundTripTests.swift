import Foundation
import PrivateDesktop
import ProcessTesting
import Testing

@Suite("How often the keyring is asked")
struct KeyringRoundTripTests {
  private let keyring: PrivateKeyring
  private let monitor: BusMonitor
  private let vault: TestVault

  init() throws {
    keyring = try PrivateKeyring()
    monitor = try BusMonitor(on: keyring.bus)
    vault = try TestVault(store: "secret-service", extra: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
  }

  /// What the agent calls on its connection to the keyring until a text is shown.
  private func callsOfReveal(_ id: String, _ text: String) throws -> [String] {
    let before = try monitor.calls().count
    #expect(try vault.reveal(id).output == text)
    let all = try monitor.calls().dropFirst(before)
    let senders = Set(all.filter { $0.method.hasPrefix("org.freedesktop.Secret.") }.map(\.sender))
    // What is to be told by signals is asked for without an answer, so nobody waits for it.
    return all.filter { senders.contains($0.sender) && $0.method != "org.freedesktop.DBus.AddMatch" }.map(\.method)
  }

  @Test("a first reveal of an agent takes at most twelve round trips, another one two, and one again none")
  func reveals() throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    let other = try vault.addProtected("the other text")
    for (id, text) in [(id, "the text"), (other, "the other text")] { #expect(try vault.reveal(id).output == text) }
    vault.killAgent()
    let first = try callsOfReveal(id, "the text")
    #expect(first.count <= 12, "\(first)")
    let next = try callsOfReveal(other, "the other text")
    #expect(next.count <= 2, "\(next)")
    let again = try callsOfReveal(id, "the text")
    #expect(again.isEmpty, "\(again)")
  }
}
