import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting

/// A file system of a few mebibytes as a directory of a vault, in a mount namespace that ends with it.
final class SmallDisk {
  private let vault: TestVault
  private let directory: String
  private let holder: ChildProcess

  private static var unshare: [String] {
    ["unshare"] + (getuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"])
  }

  /// Whether this user may mount in a namespace of their own.
  static let isPossible: Bool = {
    do {
      let probe = try ChildProcess(unshare + ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"])
      return try probe.exitStatus() == 0
    } catch { return false }
  }()

  /// - Parameter directory: which one; nil for that of the data.
  init(under vault: TestVault, directory: String? = nil, mebibytes: Int) throws {
    self.vault = vault
    self.directory = directory ?? vault.data
    try FileManager.default.createDirectory(
      atPath: self.directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let script = "mount -t tmpfs -o size=\(mebibytes)m,mode=700 tmpfs \"$1\" && echo mounted && exec cat"
    holder = try ChildProcess(Self.unshare + ["sh", "-c", script, "sh", self.directory], input: .silent)
    _ = try holder.line()
  }

  deinit { vault.killAgent() }

  /// Runs a program inside.
  private func enter(_ program: [String], input: String = "") throws -> ChildProcess {
    let user = getuid() == 0 ? [] : ["--user", "--preserve-credentials"]
    return try ChildProcess(
      ["nsenter", "--target", "\(holder.pid)", "--mount"] + user + program, environment: vault.environment,
      input: .text(input))
  }

  /// Runs `vault` inside.
  func run(_ arguments: [String]) throws -> TestVault.Outcome { try run(arguments, input: "") }

  /// Runs `vault` inside, with `input` as its standard input.
  func run(_ arguments: [String], input: String) throws -> TestVault.Outcome {
    let child = try enter([TestVault.programs.appendingPathComponent("vault").path] + arguments, input: input)
    let status = try child.exitStatus(within: 40)
    return TestVault.Outcome(status: status, output: child.output.text, errors: child.errors.text)
  }

  /// Takes space away.
  func occupy(mebibytes: Int) throws { try shell("head -c \(mebibytes)M /dev/zero > \"$1/ballast\"") }

  /// Takes all the space away that is left.
  func fill() throws { try shell("cat /dev/zero > \"$1/ballast\" 2> /dev/null; test -s \"$1/ballast\"") }

  /// Takes all the space away but so much.
  func fill(leaving kibibytes: Int) throws {
    try fill()
    try shell("truncate --size=-\(kibibytes)K \"$1/ballast\"")
  }

  /// Whether one of its files has the bytes of a text.
  func holds(_ text: String) throws -> Bool {
    let child = try enter(["grep", "--recursive", "--quiet", "--ignore-case", "--text", text, directory])
    let status = try child.exitStatus()
    guard status <= 1 else { throw ChildProcess.Failure(child.text) }
    return status == 0
  }

  /// Gives the space back.
  func free() throws { try shell("rm \"$1/ballast\"") }

  /// How large a file in it is; 0 when there is none.
  func byteCount(_ name: String) throws -> Int {
    let child = try enter(["stat", "--format=%s", "\(directory)/\(name)"])
    return try child.exitStatus() == 0 ? Int(child.output.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 : 0
  }

  private func shell(_ script: String) throws {
    let child = try enter(["sh", "-c", script, "sh", directory])
    guard try child.exitStatus() == 0 else { throw ChildProcess.Failure(child.text) }
  }
}
