internal import NIOCore
internal import Synchronization

/// The connections that stream to a session: they end with it, so that a token that is no longer good gives nobody
/// anything.
final class SessionStreams: Sendable {
  private let connections = Mutex<[[UInt8]: [ObjectIdentifier: any Channel]]>([:])

  /// The SHA-256 of the tokens whose sessions have streams.
  var tokenHashes: Set<[UInt8]> { connections.withLock { Set($0.keys) } }

  /// Keeps a connection until it closes.
  func add(_ connection: any Channel, tokenHash: [UInt8]) {
    let id = ObjectIdentifier(connection)
    connections.withLock { $0[tokenHash, default: [:]][id] = connection }
    connection.closeFuture.whenComplete { [weak self] _ in self?.remove(id, tokenHash) }
  }

  private func remove(_ id: ObjectIdentifier, _ tokenHash: [UInt8]) {
    connections.withLock { connections in
      connections[tokenHash]?[id] = nil
      if connections[tokenHash]?.isEmpty == true { connections[tokenHash] = nil }
    }
  }

  /// Ends the streams of a session.
  func end(tokenHash: [UInt8]) {
    let ended = connections.withLock { Array(($0[tokenHash] ?? [:]).values) }
    for connection in ended { connection.pipeline.fireUserInboundEventTriggered(StreamEnding.sessionOver) }
  }
}
