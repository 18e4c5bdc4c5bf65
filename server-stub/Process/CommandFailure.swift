internal import ArgumentParser

/// Why a command gives up: a sentence for people and an exit code of sysexits(3).
struct CommandFailure: Error, Equatable {
  enum Kind: Int32 {
    case usage = 64
    case badData = 65
    case unavailable = 69
    case cannotCreate = 73
    case tryAgain = 75
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
    do { try await work() } catch let failure as CommandFailure { throw failure.report() } catch let problem
      as StorageProblem
    {
      throw CommandFailure(problem).report()
    }
  }

  private func report() -> ExitCode {
    StandardStream.error.write("vault-server: \(message)\n")
    return ExitCode(kind.rawValue)
  }

  private init(_ problem: StorageProblem) {
    switch problem {
    case .tooBusy: self.init(.tryAgain, "others are at work in the database; try again")
    case .unavailable(_, .full): self.init(.tryAgain, "the disk is full; make room, and try again")
    case .unavailable: self.init(.tryAgain, "the database can't be read or written at the moment; try again")
    }
  }
}
