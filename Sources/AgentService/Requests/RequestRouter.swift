internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import StrictJSON

/// Which request is answered by whom: a table that each feature adds its requests to.
struct RequestRouter: Sendable {
  private var routes: [String: any RequestRoute] = [:]

  /// Has a request answered. Of two answers to one request the later counts.
  ///
  /// What it throws becomes what a person is told here.
  mutating func on<Request: AgentRequest, Problem: FailureConvertible>(
    _ type: Request.Type,
    _ answer: @escaping @Sendable (Request, any Conversation) async throws(Problem) -> Request.Reply
  ) {
    routes[type.name] = TypedRoute<Request> { (request, conversation) throws(Failure) in
      do throws(Problem) { return try await answer(request, conversation) } catch { throw error.failure }
    }
  }

  /// Has a request answered that asks nobody anything.
  mutating func on<Request: AgentRequest, Problem: FailureConvertible>(
    _ type: Request.Type, _ answer: @escaping @Sendable (Request) async throws(Problem) -> Request.Reply
  ) {
    on(type) { (request, _) throws(Problem) in try await answer(request) }
  }

  /// Finds who answers a request.
  ///
  /// - Parameter json: the request under its name; nil where there is none.
  /// - Throws: ``Failure`` with ``Failure/Code/unsupported`` for one that is not known, or not to its last member.
  func routed(_ json: JSONDocument.Value?) throws(Failure) -> any RoutedRequest {
    guard let members = json?.members, members.count == 1, let route = routes[members[0].name] else {
      throw .unknownRequest
    }
    do { return try route.routed(members[0].value) } catch { throw .notUnderstood(error) }
  }
}

/// What answers a request, and throws what a person is told.
private typealias RequestAnswer<Request: AgentRequest> =
  @Sendable (Request, any Conversation) async throws(Failure) -> Request.Reply

/// A request that was read, and whoever answers it.
protocol RoutedRequest: Sendable {
  /// What there is to know of it.
  var traits: RequestTraits { get }
  /// Whether it may touch the credential store.
  var needsCredentials: Bool { get }
  /// Whether the agent ends once the reply has gone.
  var endsAgent: Bool { get }

  /// Carries it out.
  ///
  /// - Returns: the ``ReplyMessage``.
  func answer(_ conversation: any Conversation) async throws(Failure) -> any Encodable & Sendable
}

/// A row of the table.
private protocol RequestRoute: Sendable {
  /// Makes of a request's JSON what can be carried out.
  func routed(_ json: JSONDocument.Value) throws(StrictDecodingError) -> any RoutedRequest
}

private struct TypedRoute<Request: AgentRequest>: RequestRoute {
  let answer: RequestAnswer<Request>

  func routed(_ json: JSONDocument.Value) throws(StrictDecodingError) -> any RoutedRequest {
    // A type without members would take anything.
    guard json.members != nil else { throw .mismatch([]) }
    let decoder = StrictDecoder(userInfo: [.readsRequest: true])
    return TypedRequest(request: try decoder.decode(Request.self, from: json), answering: answer)
  }
}

private struct TypedRequest<Request: AgentRequest>: RoutedRequest {
  let request: Request
  let answering: RequestAnswer<Request>

  var traits: RequestTraits { Request.traits }
  var needsCredentials: Bool { request.needsCredentials }
  var endsAgent: Bool { request.endsAgent }

  func answer(_ conversation: any Conversation) async throws(Failure) -> any Encodable & Sendable {
    ReplyMessage(try await answering(request, conversation))
  }
}

extension Failure {
  /// What to do where a client asks for what this agent does not know.
  private static let newerAgent: LocalizedText = "Run vault agent stop, so that the newer agent starts."

  /// To compare a text takes the square of how many marks follow each other.
  static let overmarked = Failure(
    .usage, "A letter in a text has more than 30 marks above or below it.", hint: "Write it with fewer.")

  /// A request of another version.
  static let unknownRequest = Failure(
    .unsupported, "This agent does not know that request.", hint: newerAgent)

  /// A request of another version that has a known name. What is not understood may be a guard, so nothing is done.
  fileprivate static func notUnderstood(_ error: StrictDecodingError) -> Failure {
    let path =
      switch error {
      case .unknownMember(let path), .mismatch(let path): path
      }
    let name = String(String.UnicodeScalarView(path.joined(separator: ".").unicodeScalars.prefix(80)))
    let what: LocalizedText = name.isEmpty ? "what stands" : "\u{201C}\(name)\u{201D}"
    if case .unknownMember = error {
      return Failure(.unsupported, "This agent does not know \(what) in that request.", hint: newerAgent)
    }
    return Failure(.unsupported, "This agent does not understand \(what) in that request.", hint: newerAgent)
  }
}
