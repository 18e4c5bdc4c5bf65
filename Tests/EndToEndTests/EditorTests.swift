import Foundation
import Glibc
import ProcessTesting
import Testing
import VaultTesting

@Suite("A protected text in an editor")
struct EditorTests {
  private let vault: TestVault
  /// A directory in memory, as the session's runtime directory is one.
  private let memory: TemporaryMemory

  init() throws {
    memory = try TemporaryMemory()
    vault = try TestVault(extra: [
      "XDG_RUNTIME_DIR": memory.path, "EDITOR": "sh -c 'cat \"$1\"; echo; echo is open; exec sleep 60' sh",
    ])
    try vault.setPIN()
  }

  /// Opens the editor and waits for it.
  private func open(_ id: String) throws -> (PseudoTerminal, Child) {
    let terminal = try PseudoTerminal()
    let child = try vault.start("edit", id, "--editor", at: terminal)
    try terminal.waitForQuestion("PIN")
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("is open")
    #expect(terminal.screen.everything.contains("the secret"))
    return (terminal, child)
  }

  @Test("a terminal that goes, and a program that is told to end, leave nothing behind", arguments: [SIGHUP, SIGTERM])
  func ended(by number: Int32) throws {
    let (terminal, child) = try open(try vault.addProtected("the secret"))
    #expect(try memory.names().count == 1)
    child.send(number)
    #expect(try child.waitForEnd().signal == number)
    #expect(try memory.names().isEmpty)
    withExtendedLifetime(terminal) {}
  }

  @Test("what a program that was killed left behind goes with the next editor, and one that is in use stays")
  func killed() throws {
    let id = try vault.addProtected("the secret")
    let (firstTerminal, first) = try open(id)
    first.send(SIGKILL)
    _ = try first.waitForEnd()
    let left = try memory.names()
    #expect(left.count == 1)
    let (secondTerminal, second) = try open(id)
    let inUse = try memory.names()
    #expect(inUse.count == 1 && inUse != left)
    let (thirdTerminal, third) = try open(id)
    #expect(try memory.names().isSuperset(of: inUse) && memory.names().count == 2)
    for child in [second, third] {
      child.send(SIGTERM)
      _ = try child.waitForEnd()
    }
    #expect(try memory.names().isEmpty)
    withExtendedLifetime([firstTerminal, secondTerminal, thirdTerminal]) {}
  }
}

/// A directory on a tmpfs that goes with the test.
private final class TemporaryMemory: Sendable {
  let path: String

  init() throws {
    path = "/dev/shm/vault-test-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }  // a directory left behind fails no test

  func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("vault-edit-") })
  }
}
