internal import ArgumentParser

/// Why a command gives up: a sentence for people and an exit code of sysexits(3).
struct CommandFailure: Error, Equatable {
  enum Kind: Int32 {
    case usage = 64
    case badData = 65
    case unavailable = 69
    case cannotCreate = 73
    case notPermitted = 77
    case configuration = 78
  }

  let kind: Kind
  let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// Runs a command's work; what goes wrong is reported on standard error and becomes the exit code.
  static func reporting(_ work: () async throws -> Void) async throws {
    do { try await work() } catch let failure as CommandFailure {
      StandardStream.error.write("vault-server: \(failure.message)\n")
      throw ExitCode(failure.kind.rawValue)
    }
  }
}
