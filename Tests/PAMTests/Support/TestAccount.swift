internal import Foundation
internal import ProcessTesting
internal import Testing

/// A real account of this machine, made for one test and removed after it. It takes root's rights, or `sudo` without a
/// password.
final class TestAccount: Sendable {
  /// Not a secret: it protects nothing but a test.
  static let password = "correct horse 47"
  let name: String
  private let home: String

  init() throws {
    name = "vt\(String(UUID().uuidString.lowercased().prefix(8)))"
    home = FileManager.default.temporaryDirectory.appending(path: "pam-account-\(name)").path
    try Self.asRoot(["useradd", "--no-create-home", "--no-user-group", "--shell", "/bin/sh", name])
    try Self.asRoot(["chpasswd"], input: "\(name):\(Self.password)\n")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home)
    try copyProbe()
  }

  deinit {
    // A test that leaves an account behind says so in the next line of its log.
    do { try Self.asRoot(["userdel", name]) } catch { print("the account \(name) stays behind: \(error)") }
    try? FileManager.default.removeItem(atPath: home)
  }

  /// Starts a verification of this user as this user, with the service files of `directory`.
  func startVerification(
    service: String, directory: String, input: ChildProcess.Input, seconds: Int = 30
  ) throws -> ChildProcess {
    let command =
      Self.rootPrefix + [
        "setpriv", "--reuid=\(name)", "--regid=nogroup", "--clear-groups", "--", "\(home)/pam-probe", "verify", service,
        directory,
        "\(seconds)",
      ]
    return try ChildProcess(["/usr/bin/env"] + command, input: input)
  }

  /// Verifies with the sample service files, and returns what the probe printed.
  func verify(answers: String..., service: String = "vault-remote") throws -> String {
    let input = answers.map { $0 + "\n" }.joined()
    let verification = try startVerification(service: service, directory: "\(try copySamples())", input: .text(input))
    _ = try verification.exitStatus(within: 40)
    return verification.output.text
  }

  /// Runs a command with root's rights.
  static func asRoot(_ command: [String], input: String = "") throws {
    let child = try ChildProcess(
      ["/usr/bin/env"] + rootPrefix + ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + command, input: .text(input))
    let status = try child.exitStatus()
    try #require(status == 0, "\(command[0]) needs root, or sudo without a password: \(child.text)")
  }

  private static var rootPrefix: [String] { getuid() == 0 ? [] : ["sudo", "-n", "env"] }

  private func copySamples() throws -> String {
    let path = "\(home)/pam.d"
    // Not a copy of the directory: that would keep its owner, which only root may give to a file.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in ["vault", "vault-remote"] {
      let sample = try Data(contentsOf: URL(filePath: "\(Programs.repository)/packaging/pam/\(name)"))
      try sample.write(to: URL(filePath: "\(path)/\(name)"))
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(path)/\(name)")
    }
    return path
  }

  /// The build directory may be out of another user's reach, and so may Swift's libraries beside the toolchain.
  private func copyProbe() throws {
    try FileManager.default.copyItem(atPath: Programs.probe, toPath: "\(home)/pam-probe")
    let listing = try ChildProcess.run(["/usr/bin/ldd", Programs.probe])
    for line in listing.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2].hasPrefix("/"), !words[2].hasPrefix("/lib"), !words[2].hasPrefix("/usr/lib/")
      else { continue }
      try FileManager.default.copyItem(
        at: URL(filePath: String(words[2])).resolvingSymlinksInPath(),
        to: URL(filePath: home).appending(path: words[0].trimmingCharacters(in: .whitespaces)))
    }
  }
}
