internal import AgentAPI
internal import Foundation
internal import LinuxSystem
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Accepts clients of this user and gives each a thread, until shutdown or until the socket's file is gone.
final class ListenerService: Service {
  /// More clients at once are turned away.
  private static let maximumClients = 64

  private let listener: SocketListener
  private let handler: any RequestHandler
  private let events: EventHub
  private let logger: Logger
  private let connections = Mutex<[ObjectIdentifier: ClientConnection]>([:])

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
    for connection in connections.withLock({ Array($0.values) }) { connection.close() }
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
      connections.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
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
      let connection = ClientConnection(
        channel: channel, client: try ProcessIdentity(pid: peer.pid), handler: handler)
      let isAdmitted = connections.withLock { connections in
        guard connections.count < Self.maximumClients else { return false }
        connections[ObjectIdentifier(connection)] = connection
        return true
      }
      if !isAdmitted { logger.warning("turned away a client: too many at once") }
      return isAdmitted ? connection : nil
    } catch {
      logger.warning("turned away a client that can't be identified", metadata: ["error": "\(error)"])
      return nil
    }
  }
}
