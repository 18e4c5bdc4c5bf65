internal import AgentAPI
internal import CredentialStore

/// Removes sealed texts from the credential store.
protocol SealedRecordRemoving: Sendable {
  /// Removes sealed texts that nothing refers to any more. Those that can't be removed now are removed later.
  ///
  /// - Returns: why some are still there; nil when none is.
  func removeUnreferenced(_ names: [CredentialName]) async -> Failure?
}
