internal import SecretMemory

/// An email and a password, as a client sent them.
struct Credentials: Sendable {
  var email: String
  var password: SharedSecret
  /// The secret by which a device that logged in before proves itself; empty for one that wants to be given one, nil for a client that
  /// does not want to be known.
  var device: String?
  /// The code of an invitation.
  var invitation: String?
}
