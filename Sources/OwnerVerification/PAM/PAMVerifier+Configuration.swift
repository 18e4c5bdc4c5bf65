internal import FoundationEssentials

extension PAMVerifier {
  /// How to verify.
  public struct Configuration: Sendable {
    /// The PAM service for clients at this machine: a file of that name under `/etc/pam.d`.
    public var service = "vault"
    /// Whether the client came over the network (SSH). Then the service is ``service`` followed by `-remote`, whose file
    /// names no fingerprint reader: whoever touches the reader is not the person at the other end. PAM gives a program no
    /// way to leave out one module, so that needs a second file; where it is missing, verification is refused.
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
}
