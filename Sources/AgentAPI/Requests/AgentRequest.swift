public import Localization

/// What a client asks the agent to do; its type says what comes back. Secrets are never part of a request: the agent
/// asks for them with a ``Prompt``, and they travel in secret frames.
///
/// On the wire a request is an object with its name as the only key, `{"show": {"task": "4f2a"}}`. The agent reads it
/// strictly: a request, a member or a word that it does not know is refused, since it may be a guard. The reply is
/// read kindly: members that the client does not know are passed over.
///
/// A reply that one feature has stands below its request.
public protocol AgentRequest<Reply>: Codable, Equatable, Sendable {
  /// The agent's last word on it when it succeeds: an object, or a list of objects, so that members can be added later.
  associatedtype Reply: Codable & Equatable & Sendable

  /// What it is called on the wire; never changes.
  static var name: String { get }

  /// What there is to know of it before it is carried out.
  static var traits: RequestTraits { get }

  /// Whether carrying it out may touch the credential store, whose passphrase is asked for first where it has one.
  var needsCredentials: Bool { get }

  /// Whether the agent ends once the reply has gone.
  var endsAgent: Bool { get }
}

extension AgentRequest {
  /// Nothing special.
  public static var traits: RequestTraits { [] }

  /// As ``traits`` say.
  public var needsCredentials: Bool { Self.traits.contains(.needsCredentials) }

  /// As ``traits`` say.
  public var endsAgent: Bool { Self.traits.contains(.endsAgent) }
}

/// What there is to know of a kind of request before it is carried out.
public struct RequestTraits: OptionSet, Sendable {
  /// A bit for each.
  public let rawValue: UInt8

  /// Traits by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It may touch the credential store.
  public static let needsCredentials = RequestTraits(rawValue: 1 << 0)
  /// It locks the vault or ends the agent: then it is heard however many others are being served.
  public static let locks = RequestTraits(rawValue: 1 << 1)
  /// It only waits for events, until the client leaves.
  public static let watches = RequestTraits(rawValue: 1 << 2)
  /// It may hold a whole file of somebody's in memory.
  public static let isLarge = RequestTraits(rawValue: 1 << 3)
  /// The agent ends once the reply has gone: what was done counts for the next one.
  public static let endsAgent = RequestTraits(rawValue: 1 << 4)
  /// It changes nothing, asks nothing and leaves no entry in the access log (safe, as RFC 9110, section 9.2.1 has it): a client sends it along
  /// with its hello, and once more where another agent takes the place of the first. What reads the credential store is not: that notes how
  /// far the encrypted file has come.
  public static let isSafe = RequestTraits(rawValue: 1 << 5)
  /// It does nothing without a session with the server: where there is no valid login, the person is asked for one first.
  public static let needsServer = RequestTraits(rawValue: 1 << 6)
  /// Its reply, or what it does, is about the login: what is wrong with it needs no telling besides.
  public static let isAboutLogin = RequestTraits(rawValue: 1 << 7)
}

/// The reply of a request that has nothing to give back.
public struct Acknowledgement: Codable, Equatable, Sendable {
  /// What was done, in words for the person; may be empty.
  @Advice public var message: String
  /// The number of the operation that changed tasks, for ``UndoOperation``; nil where nothing takes back what was done, or not by one number.
  public var operation: Int64?

  /// Says what was done.
  public init(_ message: LocalizedText = "", operation: Int64? = nil) {
    _message = Advice(message)
    self.operation = operation
  }
}
