internal import NIOCore
internal import Synchronization

/// Who has the places there are. One address has as many as are free; when all are taken, the one with the most loses its longest
/// silent, so that nobody's silence ends the logins of others. Streams, and devices that have proved that they logged in before, go last.
final class ConnectionShares: Sendable {
  private typealias Places = [String: [ObjectIdentifier: ConnectionPlace]]

  private struct State: Sendable {
    var places: [ObjectIdentifier: ConnectionPlace] = [:]
    var strangers: Places = [:]
    var known: Places = [:]
  }

  private let maximum: Int
  private let state = Mutex(State())

  init(maximum: Int) { self.maximum = maximum }

  /// A connection has come. It has a place, or is closed itself where none may go for it.
  ///
  /// - Returns: its place, and those that lost theirs.
  func enter(_ place: ConnectionPlace) -> [ConnectionPlace] {
    state.withLock { state in
      state.places[place.id] = place
      state.strangers[place.share, default: [:]][place.id] = place
      guard state.places.count > maximum else { return [] }
      let leaving = Self.leaving(for: place, state, count: max(1, maximum / 64))
      for place in leaving { Self.remove(place, &state) }
      return leaving
    }
  }

  /// A connection has closed.
  func leave(_ place: ConnectionPlace) { state.withLock { Self.remove(place, &$0) } }

  /// The place of a connection; nil once it is closed.
  func place(of channel: any Channel) -> ConnectionPlace? {
    state.withLock { $0.places[ObjectIdentifier(channel)] }
  }

  /// A connection streams to a session, or comes from a device that logged in before.
  func know(_ place: ConnectionPlace) {
    state.withLock { state in
      guard state.strangers[place.share]?[place.id] != nil else { return }
      Self.remove(place, &state)
      state.places[place.id] = place
      state.known[place.share, default: [:]][place.id] = place
    }
  }

  /// A trusted proxy has said where a connection comes from, or whose request is on it.
  func move(_ place: ConnectionPlace, to client: NetworkAddress, isSource: Bool) {
    state.withLock { state in
      guard state.places[place.id] != nil else { return }
      let isKnown = state.known[place.share]?[place.id] != nil
      Self.remove(place, &state)
      if isSource { place.setSource(client) }
      place.setShare(client.share)
      state.places[place.id] = place
      if isKnown {
        state.known[place.share, default: [:]][place.id] = place
      } else {
        state.strangers[place.share, default: [:]][place.id] = place
      }
    }
  }

  private static func remove(_ place: ConnectionPlace, _ state: inout State) {
    guard state.places.removeValue(forKey: place.id) != nil else { return }
    let share = place.share
    state.strangers[share]?[place.id] = nil
    if state.strangers[share]?.isEmpty == true { state.strangers[share] = nil }
    state.known[share]?[place.id] = nil
    if state.known[share]?.isEmpty == true { state.known[share] = nil }
  }

  /// Who goes for a newcomer: never that itself while somebody else may.
  private static func leaving(for newcomer: ConnectionPlace, _ state: State, count: Int) -> [ConnectionPlace] {
    let strangers = longestSilent(ofTheMostIn: state.strangers, count: count, except: newcomer)
    guard strangers.isEmpty else { return strangers }
    let own = 1 + (state.known[newcomer.share]?.count ?? 0)
    let crowded = state.known.filter { $0.value.count > own }
    let known = longestSilent(ofTheMostIn: crowded, count: 1, except: newcomer)
    return known.isEmpty ? [newcomer] : known
  }

  /// The longest silent of the address that has the most; where several have as many, of all of them.
  private static func longestSilent(
    ofTheMostIn places: Places, count: Int, except newcomer: ConnectionPlace
  ) -> [ConnectionPlace] {
    let most = places.values.map(\.count).max() ?? 0
    let candidates = places.values.filter { $0.count == most }.flatMap(\.values).filter { $0.id != newcomer.id }
    // Some at once where there are many: looking through all of them for each newcomer would be a way to keep the server busy.
    let count = min(count, max(1, most / 4))
    guard count > 1 else { return candidates.min { isBefore($0.order, $1.order) }.map { [$0] } ?? [] }
    let silent = candidates.map { ($0, $0.order) }.sorted { isBefore($0.1, $1.1) }
    return silent.prefix(count).map { $0.0 }
  }

  private static func isBefore(
    _ one: (isAtWork: Bool, since: NIODeadline), _ other: (isAtWork: Bool, since: NIODeadline)
  ) -> Bool {
    one.isAtWork == other.isAtWork ? one.since < other.since : !one.isAtWork
  }
}
