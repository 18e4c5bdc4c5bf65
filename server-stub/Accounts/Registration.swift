/// Who may make an account over the network. Administrators always may.
enum Registration: String, CaseIterable, Sendable {
  /// Anybody, who by that also learns which emails have an account.
  case open
  /// Who has an invitation.
  case invitation
  /// Nobody.
  case closed
}
