internal import AgentAPI
internal import Foundation
internal import LinuxSystem
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Accepts clients of this user and gives each a thread, until shutdown or until the socket's file is gone.
final class ListenerService: Service {
  /// With more clients at once, one that is not being served has to go.
  private static let maximumClients = 64
  /// So many more are heard, and may do nothing but lock the vault or end the agent.
  private static let maximumLateClients = 16

  private let listener: SocketListener
  private let handler: any RequestHandler
  private let events: EventHub
  private let logger: Logger
  /// The oldest first.
  private let connections = Mutex<[ClientConnection]>([])

  init(listener: SocketListener, handler: any RequestHandler, events: EventHub, logger: Logger) {
    self.listener = listener
    self.handler = handler
    self.events = events
    self.logger = logger
  }

  func run() async throws {
    let end = await withGracefulShutdownHandler {
      await accepted()
    } onGracefulShutdown: { [listener] in
      listener.stop()
    }
    events.publish(.stopping)
    for connection in connections.withLock({ $0 }) { connection.close() }
    logger.info("listening ended", metadata: ["reason": "\(end)"])
    if case .failed(let error) = end { throw error }
  }

  private func accepted() async -> SocketListener.End {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        continuation.resume(returning: listener.run { descriptor in begin(descriptor) })
      }
    }
  }

  private func begin(_ descriptor: Int32) {
    let channel = FrameChannel(descriptor: descriptor)
    guard let connection = admit(channel) else { return }
    Thread.detachNewThread { [self] in
      let ticket = events.add { connection.send($0) }
      connection.run()
      events.remove(ticket)
      remove(connection)
    }
  }

  /// Checks the user before a single byte is read.
  private func admit(_ channel: FrameChannel) -> ClientConnection? {
    do {
      let peer = try SocketPeer(ofSocket: channel.descriptor)
      guard peer.uid == getuid() else {
        logger.warning("turned away another user", metadata: ["uid": "\(peer.uid)"])
        return nil
      }
      let client = try ProcessIdentity(pid: peer.pid)
      // Looked at after its number was looked up: one that has ended by now may have left that to another process.
      guard SocketPeer.isRunning(behind: channel.descriptor) != false else {
        logger.warning("turned away a client whose process has ended")
        return nil
      }
      let connection = ClientConnection(channel: channel, client: client, handler: handler)
      guard add(connection) else {
        logger.warning("turned away a client: too many at once")
        connection.reject(.tooManyClients)
        return nil
      }
      return connection
    } catch {
      logger.warning("turned away a client that can't be identified", metadata: ["error": "\(error)"])
      if SocketPeer.isRunning(behind: channel.descriptor) == true { channel.reject(.hiddenClient) }
      return nil
    }
  }

  /// Adds a connection. Where there is no room, one of the process that has the most has to go, the oldest that is not being
  /// served, so that clients that only sit there never keep a `vault lock` out. Where all are being served it is heard all the same, and
  /// may only lock.
  ///
  /// - Returns: false when there is no room for that either.
  private func add(_ connection: ClientConnection) -> Bool {
    connections.withLock { connections in
      if connections.count >= Self.maximumClients {
        let counts = connections.reduce(into: [:]) { $0[$1.client.pid, default: 0] += 1 }
        let waiting = connections.indices.filter { connections[$0].isWaiting }
        // Of several with as many, the first, which is the oldest.
        let most = waiting.map { counts[connections[$0].client.pid] ?? 0 }.max()
        if let index = waiting.first(where: { counts[connections[$0].client.pid] == most }) {
          connections.remove(at: index).close()
        } else {
          guard connections.count < Self.maximumClients + Self.maximumLateClients else { return false }
        }
        if connections.count >= Self.maximumClients { connection.restrict(.tooManyClients) }
      }
      connections.append(connection)
      return true
    }
  }

  private func remove(_ connection: ClientConnection) {
    connections.withLock { $0.removeAll { $0 === connection } }
  }
}
