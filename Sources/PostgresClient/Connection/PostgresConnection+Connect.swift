#if Postgres
internal import CLibPQ
internal import Glibc
public import LinuxSystem
internal import SecretMemory

extension PostgresConnection {
  /// Connects with the host that takes writes; where two do, with the one that was promoted last.
  ///
  /// - Parameters:
  ///   - deadline: when to give up. Each host has its own share of that time, so that one which does not answer hides no other.
  ///   - statementPatience: how long the server lets one statement run; nil for no end, as for work that takes hours.
  /// - Throws: ``PostgresError/Kind/unavailable``, with what the last host had to say.
  public static func open(
    _ address: PostgresAddress, until deadline: Deadline, statementPatience: Duration? = .seconds(10)
  ) throws(PostgresError) -> PostgresConnection {
    try open(address, until: deadline, statementPatience: statementPatience, whileWaiting: nil)
  }

  static func open(
    _ address: PostgresAddress, until deadline: Deadline, statementPatience: Duration?,
    whileWaiting: (() -> Deadline)?
  ) throws(PostgresError) -> PostgresConnection {
    // libpq would take the one in the place of a socket, and read all that the settings don't say where the other leads.
    for name in ["PGHOSTADDR", "PGSERVICE"] where getenv(name) != nil {
      throw PostgresError(.configuration, explanation: "\(name) is set in the environment: it belongs in the file")
    }
    var last = PostgresError(.unavailable, explanation: "no host could be looked up in time")
    var newest: PostgresConnection?
    for endpoint in address.endpoints {
      for place in places(of: endpoint, until: min(deadline, .after(seconds: address.hostPatience))) {
        guard !deadline.hasPassed else { break }
        do throws(PostgresError) {
          let patience = min(deadline, .after(seconds: address.hostPatience))
          let connection = try begin(ConnectionParameters(address, endpoint, place))
          connection.whileWaiting = whileWaiting
          try connection.finishConnecting(address, until: patience)
          try connection.prepareSession(statementPatience, address.schema, until: patience)
          try connection.findPlace(address, until: patience)
          connection.whileWaiting = nil
          if newest?.isOutdated ?? true { newest = connection }
        } catch { last = error }
        if newest != nil, address.endpoints.count == 1 { break }
      }
    }
    guard let newest else { throw last }
    guard !newest.isOutdated else {
      throw PostgresError(.unavailable, explanation: "only a former primary was found")
    }
    return newest
  }

  private static let timeline = PostgresStatement(
    "vault_timeline",
    "SELECT CAST(CAST('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS bit(32)) AS bigint)",
    .reads, giving: Int64.self)

  /// Looks whether the server is the newest primary, where there may be several.
  private func findPlace(_ address: PostgresAddress, until deadline: Deadline) throws(PostgresError) {
    guard address.endpoints.count > 1, let timeline = try run(Self.timeline(), until: deadline).first else { return }
    address.primaries.note(timeline)
    place = (timeline, address.primaries)
  }

  /// The addresses of a host, in digits; nil stands for a Unix socket, which has none.
  private static func places(of endpoint: PostgresEndpoint, until deadline: Deadline) -> [String?] {
    if let address = endpoint.address { return [address] }
    switch endpoint.reach {
    case .socket: return [nil]
    case .network: return NameLookup.addresses(of: endpoint.host, until: deadline)
    // Without TLS nothing leaves this machine, whatever somebody makes of the name.
    case .loopback: return NameLookup.addresses(of: endpoint.host, until: deadline).filter(PostgresEndpoint.isLoopback)
    }
  }

  private static func begin(_ parameters: consuming ConnectionParameters) throws(PostgresError) -> PostgresConnection {
    let handle = parameters.withPointers { names, values in PQconnectStartParams(names, values, 0) }
    guard let handle else { throw PostgresError(.unavailable, explanation: "no memory for a connection") }
    let connection = PostgresConnection(handle)
    guard PQstatus(handle) != CONNECTION_BAD else { throw connection.refusal([]) }
    return connection
  }

  private func finishConnecting(_ address: PostgresAddress, until deadline: Deadline) throws(PostgresError) {
    var events = POLLOUT
    while true {
      try wait(events, until: deadline)
      switch PQconnectPoll(handle) {
      case PGRES_POLLING_OK:
        guard PQsetnonblocking(handle, 1) == 0 else { throw lost() }
        return
      case PGRES_POLLING_READING: events = POLLIN
      case PGRES_POLLING_WRITING: events = POLLOUT
      default: throw refusal(Array(address.secrets.values))
      }
    }
  }

  /// What an acknowledgement rests on: that a commit waits for the standby, and that the server warns where one gave up waiting. A role may
  /// change both for itself, for all sessions to come, and whoever has its password once could so have pushes lost much later.
  private static let durability = """
    SET client_min_messages = warning; DO $$ BEGIN
      IF pg_catalog.current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN SET synchronous_commit = on; END IF;
    END $$
    """

  /// What every session is told. None of it stands in the options of the connection, which a pooler would not pass on.
  private func prepareSession(
    _ statementPatience: Duration?, _ schema: String?, until deadline: Deadline
  ) throws(PostgresError) {
    let milliseconds = statementPatience.map { max(1, Int($0 / .milliseconds(1))) } ?? 0
    let path = schema.map { "SET search_path = \"\($0)\", pg_temp; " } ?? ""
    try execute(
      """
      \(path)SET statement_timeout = \(milliseconds); SET idle_in_transaction_session_timeout = \(milliseconds); \
      SET client_connection_check_interval = 1000; \(Self.durability)
      """, until: deadline)
  }

  /// What libpq and the server say of a connection that did not come about. They know the password: where they say it, it is taken out.
  private func refusal(_ secrets: [SharedSecret]) -> PostgresError {
    breakOff()
    var message = Array(String(cString: PQerrorMessage(handle)).utf8)
    for secret in secrets {
      secret.bytes.withUnsafeBytes { secret in
        let needle = Array(secret.dropLast())
        while !needle.isEmpty, let place = message.firstRange(of: needle) { message.replaceSubrange(place, with: [63]) }
      }
    }
    return PostgresError(.unavailable, explanation: OneLine.of(String(decoding: message, as: UTF8.self)))
  }
}

/// Foreign text in a log.
enum OneLine {
  /// At most 400 characters, with a space in the place of whatever is not printed.
  static func of(_ text: String) -> String {
    let printed = text.unicodeScalars.prefix(400).map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: " "
      default: Character(scalar)
      }
    }
    return String(String(printed).split(separator: " ").joined(separator: " "))
  }
}
#endif
