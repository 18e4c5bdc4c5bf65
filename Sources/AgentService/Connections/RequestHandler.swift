internal import AgentAPI
internal import Localization
internal import StrictJSON

/// What answers requests; the connection knows nothing else of the vault.
protocol RequestHandler: Sendable {
  /// Checks a hello and answers it.
  func welcome(_ hello: Hello, on connection: UInt64) throws(Failure) -> Welcome
  /// The language of a name that a client sent; English for none, and for one that is not known.
  func language(_ name: String?) -> Language
  /// Finds who answers a request.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/unsupported`` for one that is not known, or not to its last member.
  func routed(_ json: JSONDocument.Value?) throws(Failure) -> any RoutedRequest
  /// Carries out one request to its end.
  ///
  /// - Returns: the reply's message.
  func handle(
    _ request: any RoutedRequest, _ conversation: any Conversation
  ) async throws(Failure) -> any Encodable & Sendable
  /// The reply to a request that was carried out has been sent.
  func didExecute(_ request: any RoutedRequest)
  /// The connection of that number has ended.
  func didEnd(_ connection: UInt64)
}
