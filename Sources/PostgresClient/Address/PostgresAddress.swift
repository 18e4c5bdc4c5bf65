#if Postgres
internal import LinuxSystem
public import SecretMemory

/// Where the database is, and as whom one comes there.
///
/// It is written as a connection string of libpq (`host=a,b,c dbname=vault user=node …`, or `postgresql://…`) in a file that others can't
/// read. Of several hosts the one is taken that accepts writes, of two such the one that was promoted last. Beyond this machine only
/// `sslmode=verify-full` is accepted, and it is what is meant where nothing is said. Passwords stay in secret memory, and show up in no
/// description, error or log.
public struct PostgresAddress: Sendable {
  /// Where it may be, in the order in which to try.
  let endpoints: [PostgresEndpoint]
  /// All else that is no secret, as libpq calls it.
  let options: [String: String]
  /// What is secret, each value followed by a zero byte, by libpq's names.
  let secrets: [String: SharedSecret]
  /// How long one host is waited for, in seconds.
  let hostPatience: Double
  /// The schema whose names need no qualification; nil for what the role has.
  private(set) var schema: String?
  /// Which primary is the newest, for all who use this address.
  let primaries: PrimaryTimeline

  /// The longest connection string, in bytes.
  public static let longest = 8 << 10
  /// The environment variable that names the file, or holds a connection string without a password.
  public static let variable = "VAULT_DATABASE"

  /// Reads a connection string.
  ///
  /// - Throws: ``PostgresError/Kind/configuration``, which quotes nothing of it.
  public init(_ text: borrowing SecretBytes) throws(PostgresError) {
    let parsed = try ConnectionString.parse(text)
    self = try Self(options: parsed.options, secrets: parsed.secrets)
  }

  /// Reads the file that has the connection string. Nobody but its owner can read it, who is this user, or root; one of root's a group may
  /// read, too.
  ///
  /// - Throws: ``PostgresError/Kind/configuration``.
  public init(file path: String) throws(PostgresError) {
    try self.init(try PrivateFile.read(path, atMost: Self.longest))
  }

  /// Reads what ``variable`` says: the path of the file, or a connection string without a password, since other programs of this user see
  /// the environment.
  ///
  /// - Returns: nil where it says nothing.
  /// - Throws: ``PostgresError/Kind/configuration``.
  public init?(environment: [String: String]) throws(PostgresError) {
    // libpq would take these in the place of what the file says, or read files that nobody looks at.
    for name in ["PGPASSWORD", "PGHOSTADDR", "PGSERVICE"] where environment[name] != nil {
      throw PostgresError(.configuration, explanation: "\(name) is set in the environment: it belongs in the file")
    }
    guard let value = environment[Self.variable], !value.isEmpty else { return nil }
    if value.hasPrefix("/") {
      try self.init(file: value)
    } else {
      let text: SecretBytes
      do { text = try SecretBytes(Array(value.utf8)) } catch { throw .noMemory }
      try self.init(text)
      guard secrets.isEmpty else {
        throw PostgresError(.configuration, explanation: "\(Self.variable) has a password: it belongs in a file")
      }
    }
  }

  /// The same place, where names without a schema are those of this one, and no temporary table hides one.
  public func using(schema: StaticString) -> PostgresAddress {
    var address = self
    address.schema = "\(schema)"
    return address
  }

  private init(options given: [String: String], secrets: [String: SharedSecret]) throws(PostgresError) {
    var options = given
    primaries = PrimaryTimeline()
    guard options["service"] == nil else {
      throw PostgresError(
        .configuration, explanation: "service is not supported: nobody would look who can read its file")
    }
    endpoints = try PostgresEndpoint.all(
      hosts: options.removeValue(forKey: "host"), addresses: options.removeValue(forKey: "hostaddr"),
      ports: options.removeValue(forKey: "port"))
    hostPatience = min(max(options.removeValue(forKey: "connect_timeout").flatMap(Double.init) ?? 2, 1), 60)
    if endpoints.contains(where: { $0.reach == .network }) {
      guard options["sslmode"] ?? "verify-full" == "verify-full" else {
        throw PostgresError(.configuration, explanation: "a database beyond this machine needs sslmode=verify-full")
      }
      options["sslmode"] = "verify-full"
    }
    options["sslmode"] = options["sslmode"] ?? "prefer"
    options.merge(Self.settled) { _, settled in settled }
    options.merge(Self.preferred) { given, _ in given }
    self.options = options
    self.secrets = secrets
  }

  /// What is not for anybody to choose. Encryption by Kerberos would take the place of TLS without a look at the server's name.
  private static let settled = [
    "client_encoding": "UTF8", "gssencmode": "disable", "target_session_attrs": "read-write",
  ]

  /// What is so unless the file says otherwise: a server that is gone without a word is noticed after about ten seconds.
  private static let preferred = [
    "keepalives": "1", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
    "tcp_user_timeout": "5000", "fallback_application_name": "vault",
  ]
}

extension PostgresAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The hosts alone.
  public var description: String {
    "PostgreSQL at " + endpoints.map { "\($0.host):\($0.port)" }.joined(separator: ", ")
  }
  /// The hosts alone.
  public var debugDescription: String { description }
  /// Nothing to look into.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PostgresError {
  static let noMemory = PostgresError(.configuration, explanation: "there is no memory for secrets")
}
#endif
