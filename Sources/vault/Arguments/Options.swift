internal import AgentAPI
internal import ArgumentParser

/// `--json`, for every listing.
struct JSONOption: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON, in the stable form described in docs/cli.md.")
  var isSet = false
}

/// `--pin-stdin`, for everything that may ask for the PIN.
struct PINOption: ParsableArguments {
  @Flag(name: .customLong("pin-stdin"), help: "Read the PIN from standard input, one line, instead of asking.")
  var isSet = false

  /// What the option answers.
  var answers: PreparedAnswers { PreparedAnswers(pinFromInput: isSet) }
}

/// The stores that `store migrate --to` can name.
enum StoreChoice: String, ExpressibleByArgument, CaseIterable {
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
enum VerificationChoice: String, ExpressibleByArgument, CaseIterable {
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
