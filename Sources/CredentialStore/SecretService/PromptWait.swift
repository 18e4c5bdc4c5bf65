internal import DBus

/// Where the signals around a prompt leave what happened; touched only by the thread that runs the context.
final class PromptWait {
  var outcome: Result<PromptOutcome, BusFailure>?

  func completed(_ values: [BusValue]) {
    guard values.count == 2, let dismissed = values[0].boolean else {
      outcome = .failure(.malformed("a prompt's end of the wrong type"))
      return
    }
    outcome = .success(dismissed ? .dismissed : .completed(values[1]))
  }

  func serviceLeft() { outcome = outcome ?? .failure(.gone("the keyring service ended")) }
}
