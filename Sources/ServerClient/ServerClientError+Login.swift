extension ServerClientError {
  /// The same, of a login. Until that has succeeded, whoever answers may be anybody: none of their words stand beside the entry for the password.
  var ofLogin: ServerClientError {
    switch code {
    case .throttled: ServerClientError(.throttled, "too many attempts", retryAfterSeconds: retryAfterSeconds)
    // No vault server says so of a login.
    case .conflict, .expired: ServerClientError(.garbage, "a refusal that is none of a vault server's")
    default: self
    }
  }
}
