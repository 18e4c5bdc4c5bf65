internal import FoundationEssentials
public import SecretMemory

/// Verifies through PAM that the person at the client is the owner of the account this process runs as: by password,
/// fingerprint, or whatever else the system's administrator put into the service's file.
///
/// The modules run in a child process (``PAMChild``) that is killed at the deadline.
public struct PAMVerifier: Sendable {
  /// How to verify.
  public struct Configuration: Sendable {
    /// The PAM service for clients at this machine: a file of that name under `/etc/pam.d`.
    public var service = "vault"
    /// Whether the client came over the network (SSH). Then the service is ``service`` followed by `-remote`, whose file
    /// names no fingerprint reader: whoever touches the reader is not the person at the other end. PAM gives a program no
    /// way to leave out one module, so it takes a second file; where it is missing, verification is refused.
    public var isRemote = false
    /// The program whose `main` calls ``PAMChild/run(arguments:)``; by default the running one, even after it was
    /// replaced on disk.
    public var childExecutable = "/proc/self/exe"
    /// How long the whole conversation may take, from the start of the child.
    public var deadline: Duration = .seconds(60)
    #if DEBUG
      /// Where the service files are instead of `/etc/pam.d`; exists in debug builds only, for tests.
      package var serviceDirectory: String?
      /// More of the child's environment, as `NAME=value`; exists in debug builds only, for tests.
      package var additionalEnvironment: [String] = []
    #endif

    /// The defaults.
    public init() {}

    /// The service that is asked for.
    var effectiveService: String { isRemote ? service + "-remote" : service }

    /// The child's arguments.
    var arguments: [String] {
      var arguments = ["vault-agent", PAMChild.flag, effectiveService]
      #if DEBUG
        if let serviceDirectory { arguments.append(serviceDirectory) }
      #endif
      return arguments
    }

    /// The child's environment: a safe path, and the language of the modules' texts.
    var environment: [String] {
      var environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
      for name in ["LANG", "LC_ALL", "LC_MESSAGES"] {
        guard let value = ProcessInfo.processInfo.environment[name], value.utf8.count <= 64,
          value.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") })
        else { continue }
        environment.append("\(name)=\(value)")
      }
      #if DEBUG
        environment += additionalEnvironment
      #endif
      return environment
    }
  }

  private let configuration: Configuration

  /// Makes a verifier.
  public init(_ configuration: Configuration = Configuration()) { self.configuration = configuration }

  /// Verifies the owner; returns on success only.
  ///
  /// Cancelling the caller's task ends the verification and the child.
  ///
  /// - Parameter conversation: shows each message of the modules, one after the other, and returns the answer to those that
  ///   ask; nil declines and ends the verification. An answer has at most 511 bytes and no NUL byte. Its task is cancelled
  ///   when the verification ends without it.
  /// - Throws: ``PAMError``.
  public func verify(
    conversation: @escaping @Sendable (PAMPrompt) async -> SharedSecret?
  ) async throws(PAMError) {
    let session = try PAMSession(configuration)
    try session.start()
    let outcome = await withTaskCancellationHandler {
      await Self.follow(session, conversation)
    } onCancel: {
      session.cancel()
    }
    try outcome.get()
  }

  /// Serves the prompts until the session ends. A conversation that does not return can't hold this up.
  ///
  /// In a task of its own: iterating in the caller's would stop at its cancellation, before the child is reaped.
  private static func follow(
    _ session: PAMSession, _ conversation: @escaping @Sendable (PAMPrompt) async -> SharedSecret?
  ) async -> Result<Void, PAMError> {
    let events = Task<Result<Void, PAMError>, Never> {
      var current: Task<Void, Never>?
      defer { current?.cancel() }
      for await event in session.events {
        switch event {
        case .prompt(let prompt): current = Task { session.reply(await conversation(prompt)) }
        case .finished(let result): return result
        }
      }
      return .failure(PAMError(.childFailed, "the PAM session ended without a result"))
    }
    return await events.value
  }
}
