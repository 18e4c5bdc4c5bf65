internal import Foundation
internal import Glibc
internal import SecretMemory

@testable internal import OwnerVerification

/// A directory of PAM service files for one test; gone with the value.
final class ServiceDirectory: Sendable {
  let path: String
  /// A name that no other test uses, so that its child can be found among the processes.
  let service: String

  /// Makes the directory and one service of these lines. `MATRIX` stands for pam_matrix with a database in which this user's
  /// password is `opensesame`, `DIRECTORY` for the directory.
  init(_ lines: String...) throws {
    let name = String(UUID().uuidString.lowercased().prefix(13))
    service = "vault-\(name)"
    path = FileManager.default.temporaryDirectory.appending(path: "pam-tests-\(name)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try write("\(Self.user):opensesame:\(service)\n", to: "passdb")
    try write(
      lines.joined(separator: "\n")
        .replacingOccurrences(of: "MATRIX", with: "\(Self.module("pam_matrix")) passdb=\(path)/passdb")
        .replacingOccurrences(of: "DIRECTORY", with: path) + "\n",
      to: service)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String, mode: Int = 0o644) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
  }

  /// Verifies with this service, in a child that is the probe.
  func verify(
    deadline: Duration = .seconds(30), environment: [String] = [], executable: String = Programs.probe,
    conversation: @escaping @Sendable (PAMPrompt) async -> SharedSecret?
  ) async throws(PAMError) {
    var configuration = PAMVerifier.Configuration()
    configuration.service = service
    configuration.serviceDirectory = path
    configuration.childExecutable = executable
    configuration.deadline = deadline
    configuration.additionalEnvironment = environment
    try await PAMVerifier(configuration).verify(conversation: conversation)
  }

  /// A module of Debian's libpam-wrapper, which keeps its modules beside the system's.
  static func module(_ name: String) -> String { "\(Programs.libraries)/pam_wrapper/\(name).so" }

  static var user: String { String(cString: getpwuid(getuid()).pointee.pw_name) }
}

/// What the tests start.
enum Programs {
  /// The directory of the test bundle, in which the package's programs are.
  static let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  static let probe = "\(built)/pam-probe"
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The library directory of this machine's architecture.
  static var libraries: String {
    #if arch(arm64)
    "/usr/lib/aarch64-linux-gnu"
    #else
    "/usr/lib/x86_64-linux-gnu"
    #endif
  }
}
