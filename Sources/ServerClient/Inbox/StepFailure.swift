/// Why a step of the synchronisation came to nothing.
enum StepFailure: Error {
  /// The session is not the one that the device was registered with.
  case sessionIsNew
  case failed(ServerClientError)

  /// The error that it is to others.
  var reason: ServerClientError {
    switch self {
    case .sessionIsNew: ServerClientError(.invalidToken, "the session has ended")
    case .failed(let error): error
    }
  }

  /// What an error of a step means.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as StepFailure: error
      default: .failed(ServerClientError(transport: error))
      }
  }
}
