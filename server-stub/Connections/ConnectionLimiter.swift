internal import FoundationEssentials
internal import NIOCore
internal import Synchronization

/// Decides which connections are evicted. An address may have as many as are free. When none is free, the address with the most loses
/// the one that has been silent longest, so that silent connections don't keep others from logging in. Streams, and devices that have
/// proved that they logged in before, are evicted last, and first those of the address or the account that has the most of them.
final class ConnectionLimiter: Sendable {
  private typealias Places = [String: [ObjectIdentifier: TrackedConnection]]

  private struct State: Sendable {
    var connections: [ObjectIdentifier: TrackedConnection] = [:]
    var strangers: Places = [:]
    var known: Places = [:]
    /// The same ones as in `known`, by account.
    var accounts: [UUID: [ObjectIdentifier: TrackedConnection]] = [:]
  }

  private let maximum: Int
  private let state = Mutex(State())

  init(maximum: Int) { self.maximum = maximum }

  /// Admits a new connection.
  ///
  /// - Returns: the connections that are evicted for it; the new one itself where no other may be.
  func acquire(_ connection: TrackedConnection) -> [TrackedConnection] {
    state.withLock { state in
      Self.file(connection, &state)
      guard state.connections.count > maximum else { return [] }
      let greedy = Self.greedy(state, of: maximum)
      let evicted = greedy.isEmpty ? Self.evictions(for: connection, state, count: max(1, maximum / 64)) : greedy
      for connection in evicted { Self.remove(connection, &state) }
      return evicted
    }
  }

  /// A connection has closed.
  func release(_ connection: TrackedConnection) { state.withLock { Self.remove(connection, &$0) } }

  /// The tracked connection of a channel; nil once that is closed.
  func connection(of channel: any Channel) -> TrackedConnection? {
    state.withLock { $0.connections[ObjectIdentifier(channel)] }
  }

  /// A connection streams to an account, or comes from a device that logged in to it before.
  func markKnown(_ connection: TrackedConnection, of account: UUID) {
    state.withLock { state in
      guard state.connections[connection.id] != nil else { return }
      Self.remove(connection, &state)
      connection.setAccount(account)
      Self.file(connection, &state)
    }
  }

  /// A connection that is no stream was answered: whose it is was for that answer.
  func forget(_ connection: TrackedConnection) {
    state.withLock { state in
      guard state.connections[connection.id] != nil, connection.account != nil else { return }
      Self.remove(connection, &state)
      connection.setAccount(nil)
      Self.file(connection, &state)
    }
  }

  /// A trusted proxy has said where a connection comes from, or whose request is on it.
  func move(_ connection: TrackedConnection, to client: NetworkAddress, isSource: Bool) {
    state.withLock { state in
      guard state.connections[connection.id] != nil else { return }
      Self.remove(connection, &state)
      if isSource { connection.setSource(client) }
      connection.setLimitKey(client.limitKey)
      Self.file(connection, &state)
    }
  }

  private static func file(_ connection: TrackedConnection, _ state: inout State) {
    state.connections[connection.id] = connection
    guard let account = connection.account else {
      state.strangers[connection.limitKey, default: [:]][connection.id] = connection
      return
    }
    state.known[connection.limitKey, default: [:]][connection.id] = connection
    state.accounts[account, default: [:]][connection.id] = connection
  }

  private static func remove(_ connection: TrackedConnection, _ state: inout State) {
    guard state.connections.removeValue(forKey: connection.id) != nil else { return }
    let limitKey = connection.limitKey
    state.strangers[limitKey]?[connection.id] = nil
    if state.strangers[limitKey]?.isEmpty == true { state.strangers[limitKey] = nil }
    state.known[limitKey]?[connection.id] = nil
    if state.known[limitKey]?.isEmpty == true { state.known[limitKey] = nil }
    guard let account = connection.account else { return }
    state.accounts[account]?[connection.id] = nil
    if state.accounts[account]?.isEmpty == true { state.accounts[account] = nil }
  }

  /// The longest silent connection of the account that has the most, where that has more than a sixteenth of all and known ones leave
  /// strangers less than a quarter: one account with many connections must not leave newcomers a single one to compete for.
  private static func greedy(_ state: State, of maximum: Int) -> [TrackedConnection] {
    guard state.accounts.values.reduce(0, { $0 + $1.count }) > maximum * 3 / 4 else { return [] }
    return longestSilent(ofTheMostIn: state.accounts.values.filter { $0.count > max(1, maximum / 16) }, count: 1)
  }

  /// The connections that are evicted for a new one: never that itself while another may be.
  private static func evictions(for newcomer: TrackedConnection, _ state: State, count: Int) -> [TrackedConnection] {
    let strangers = longestSilent(ofTheMostIn: Array(state.strangers.values), count: count, except: newcomer)
    guard strangers.isEmpty else { return strangers }
    let own = 1 + (state.known[newcomer.limitKey]?.count ?? 0)
    // By address one account could have all of them, by account those of one address could.
    let crowded = (Array(state.known.values) + state.accounts.values).filter { $0.count > own }
    let known = longestSilent(ofTheMostIn: crowded, count: 1, except: newcomer)
    return known.isEmpty ? [newcomer] : known
  }

  /// The longest silent of the group that has the most; where several have as many, of all of them.
  private static func longestSilent(
    ofTheMostIn groups: [[ObjectIdentifier: TrackedConnection]], count: Int, except newcomer: TrackedConnection? = nil
  ) -> [TrackedConnection] {
    let most = groups.map(\.count).max() ?? 0
    let candidates = groups.filter { $0.count == most }.flatMap(\.values).filter { $0.id != newcomer?.id }
      .map { ($0, $0.order) }
    // Some at once where there are many: looking through all of them for each newcomer would be a way to keep the server busy.
    let count = min(count, max(1, most / 4))
    guard count > 1 else { return candidates.min { $0.1 < $1.1 }.map { [$0.0] } ?? [] }
    return candidates.sorted { $0.1 < $1.1 }.prefix(count).map { $0.0 }
  }
}
