import CredentialStore
import Foundation
import Glibc
import ProcessTesting
import SecretMemory
import TaskStore

@testable import OwnerVerification

/// What an attacker of the same user does to the record of tried PINs.
extension TestVault {
  /// The files of the record, in the data and in the state directory.
  var attemptFiles: [String] {
    ["data", "state"].flatMap { ["\(root.path)/\($0)/attempts", "\(root.path)/\($0)/attempts.copy"] }
  }

  /// The bytes of files, by path; what is missing is left out.
  func contents(of paths: [String]) -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in FileManager.default.contents(atPath: path).map { (path, $0) } })
  }

  /// Puts each file in its place as a whole, as a restored copy is; files that were not there then go.
  func putBack(_ contents: [String: Data], insteadOf paths: [String]) throws {
    for path in paths {
      guard let bytes = contents[path] else {
        unlink(path)
        continue
      }
      let beside = path + ".put-back"
      try bytes.write(to: URL(fileURLWithPath: beside))
      guard chmod(beside, 0o600) == 0, rename(beside, path) == 0 else {
        throw ChildProcess.Failure("\(path) can't be put back")
      }
    }
  }

  /// The note of the record in the task database; only while no agent runs.
  static let attemptNote = VaultStateKey("attempts")

  /// Puts `bytes` in the place of the note in the task database, nil removes it; only while no agent runs.
  func setAttemptNote(_ bytes: [UInt8]?) async throws {
    let store = try SQLiteTaskStore(path: "\(data)/tasks.db")
    try await store.setState(bytes, for: Self.attemptNote)
    try await store.close()
  }

  /// Puts `bytes` in the place of the record in the encrypted file, nil removes it.
  func setStoredAttempts(_ bytes: [UInt8]?) async throws {
    guard let name = CredentialName("attempts") else { throw ChildProcess.Failure("no such name") }
    guard let bytes else {
      try await encryptedFile.remove(name)
      return
    }
    try await encryptedFile.set(try SecretBytes(bytes), for: name)
  }

  /// Ends the agent and takes the record away from all its places.
  func deleteAttempts() async throws {
    killAgent()
    for path in attemptFiles { unlink(path) }
    try await setStoredAttempts(nil)
    try await setAttemptNote(nil)
  }

  /// Tries a wrong PIN `count` times, which must all be tried and found wrong.
  func guessWrong(_ count: Int, at id: String) throws {
    for _ in 0..<count {
      let outcome = try reveal(id, pin: "not this one")
      guard outcome.status == 77 else { throw ChildProcess.Failure("not tried: \(outcome)") }
    }
  }

  /// Sets the PIN and gives back the recovery code, which is printed where no terminal is.
  func setPINWithCode() throws -> String {
    let printed = try mustRun("pin", "set", "--pin-stdin", input: TestVault.pin + "\n")
    let code = printed.split(whereSeparator: \.isWhitespace).first { $0.split(separator: "-").count == 9 }
    guard let code else { throw ChildProcess.Failure("no recovery code in \(printed)") }
    return String(code)
  }

  /// Reveals a task with the right PIN where nobody can be asked for anything else.
  func revealWithoutTerminal(_ id: String) throws -> Outcome {
    try withoutTerminal("reveal", id, "--plain", "--pin-stdin", input: TestVault.pin + "\n")
  }

  /// Reveals a task with a recovery code.
  func reveal(_ id: String, code: String) throws -> Outcome {
    try vault("reveal", id, "--plain", "--recovery-code-stdin", input: code + "\n")
  }

  /// Runs `script` in namespaces of its own as root there, with `$VAULT` and `$AGENT` as the programs.
  func inNamespaces(_ flags: [String], _ script: String, input: String = "") throws -> Outcome {
    var environment = environment
    environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    environment["VAULT"] = Self.programs.appendingPathComponent("vault").path
    environment["AGENT"] = Self.programs.appendingPathComponent("vault-agent").path
    let user = getuid() == 0 ? [] : ["--user", "--map-root-user"]
    let child = try ChildProcess(
      ["unshare"] + user + flags + ["sh", "-c", script], environment: environment, input: .text(input))
    let status = try child.exitStatus(within: 40)
    return Outcome(status: status, output: child.output.text, errors: child.errors.text)
  }
}
