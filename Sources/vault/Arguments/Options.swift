internal import AgentAPI
internal import ArgumentParser

extension ArgumentHelp {
  /// Of `--json`, for every listing. A flag of each, not a group: the parser looks through the conformances of the whole program for
  /// each type of a group, four times.
  static var json: ArgumentHelp { "Print JSON, in the stable form described in docs/cli.md." }
}

/// `--pin-stdin` and `--recovery-code-stdin`, for everything that may ask for the owner.
struct PINOption: ParsableArguments {
  @Flag(name: .customLong("pin-stdin"), help: "Read the PIN from standard input, one line, instead of asking.")
  var isSet = false
  @Flag(
    name: .customLong("recovery-code-stdin"),
    help: "Read the recovery code from standard input, one line, where there is no PIN.")
  var readsRecoveryCode = false

  /// What the options answer.
  var answers: PreparedAnswers {
    PreparedAnswers(pinFromInput: isSet, recoveryCodeFromInput: readsRecoveryCode)
  }
}

/// The stores that `store migrate --to` can name.
enum StoreChoice: String, WordChoice {
  case file
  case secretService = "secret-service"

  /// As the agent calls it.
  var kind: StoreKind {
    switch self {
    case .file: .file
    case .secretService: .secretService
    }
  }
}

/// The ways that `verification use` can name.
enum VerificationChoice: String, WordChoice {
  case pin
  case pam

  /// As the agent calls it.
  var method: VerificationMethod {
    switch self {
    case .pin: .pin
    case .pam: .pam
    }
  }
}
