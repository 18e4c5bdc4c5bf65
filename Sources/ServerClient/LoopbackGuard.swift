internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// Whose programs may receive what is sent over plain HTTP within this machine.
///
/// No certificate says there who listens, and a port above 1024 is free to every user while its server is down. So before anything
/// is sent, the program that accepted the connection must be of this user, of root, or of the user who took the login that is stored.
final class LoopbackGuard: Sendable {
  private struct Users {
    /// Who took the login to an origin that is stored; nil there where that was this user or root.
    var logins: [String: UInt32?] = [:]
    /// Who is to be notified, at an origin, that the owners of these accounts left.
    var deregistrations: [String: [UUID: UInt32]] = [:]
    /// Who took a connection last, where that was neither this user nor root, by origin.
    var taken: [String: UInt32] = [:]
    /// Whose program was refused last.
    var refused: [String: UInt32] = [:]

    /// Whether one more user's program counts. Where a login is stored, it goes nowhere else.
    func areAccepting(_ user: UInt32, at origin: String) -> Bool {
      if let login = logins[origin] { return login == user }
      return deregistrations[origin]?.values.contains(user) == true
    }
  }

  /// How often to check whether a program has accepted the connection: 2 ms after the first check, then each time after twice as
  /// long, at most 20 ms; in all about 5 s, as long as a connection may take. A check is cheap, and a login that waits longer than
  /// it must may lose its connection to others.
  private static let looks = 250
  private static let longestPause = 20

  private let own: UInt32
  private let users = Mutex(Users())

  /// - Parameter own: this process's user.
  init(own: UInt32 = geteuid()) { self.own = own }

  /// Has the program of the user count who took the login that is stored, and no other; nil for this user's and root's alone.
  func setLogin(_ user: UInt32?, at origin: ServerOrigin) {
    users.withLock { _ = $0.logins.updateValue(user, forKey: origin.description) }
  }

  /// No login to that origin is stored any more.
  func forgetLogin(at origin: ServerOrigin) {
    users.withLock { _ = $0.logins.removeValue(forKey: origin.description) }
  }

  /// Has a user's program count as long as it is to be notified that an account's owner left, unless a login is stored; nil ends that.
  func setDeregistration(_ user: UInt32?, of account: UUID, at origin: ServerOrigin) {
    users.withLock { $0.deregistrations[origin.description, default: [:]][account] = user }
  }

  /// Whether a program of that user may take a connection.
  func accepts(_ user: UInt32, at origin: ServerOrigin) -> Bool {
    user == own || user == 0 || users.withLock { $0.areAccepting(user, at: origin.description) }
  }

  /// Whose program took a connection last at an origin; nil for this user's and root's.
  func taken(at origin: ServerOrigin) -> UInt32? { users.withLock { $0.taken[origin.description] } }

  /// Whose program was refused last at an origin.
  func refused(at origin: ServerOrigin) -> UInt32? { users.withLock { $0.refused[origin.description] } }

  /// Fails unless the connection is one of TLS, or accepted by a program that counts.
  func check(_ channel: any Channel, host: String) -> EventLoopFuture<Void> {
    channel.eventLoop.flatSubmit { [self] in
      let isSecured = (try? channel.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)) != nil
      guard !isSecured else { return channel.eventLoop.makeSucceededVoidFuture() }
      guard let near = channel.localAddress.flatMap(LoopbackPeer.End.init),
        let far = channel.remoteAddress.flatMap(LoopbackPeer.End.init),
        let origin = try? ServerOrigin("http://\(host):\(far.port)")
      else {
        // A connection that was cut has no addresses any more: nobody else's program is accused for that.
        return channel.eventLoop.makeFailedFuture(
          ServerClientError(.unreachable, "the connection was cut before it was known who took it"))
      }
      let done = channel.eventLoop.makePromise(of: Void.self)
      look(channel, origin, near, far, Self.looks, done)
      return done.futureResult
    }
  }

  private func look(
    _ channel: any Channel, _ origin: ServerOrigin, _ near: LoopbackPeer.End, _ far: LoopbackPeer.End, _ left: Int,
    _ done: EventLoopPromise<Void>
  ) {
    let peer: LoopbackPeer
    do throws(SystemError) { peer = try LoopbackPeer(near: near, far: far) } catch {
      return done.fail(Self.unknown("\(error)"))
    }
    switch peer {
    case .user(let user): judge(user, origin, done)
    case .nobody:
      // A server that is down, or does not answer, looks like that, too, and so does one that has closed the connection.
      guard left > 0, channel.isActive else {
        return done.fail(ServerClientError(.unreachable, "no program of this machine took the connection"))
      }
      let pause = min(Self.longestPause, 2 << min(Self.looks - left, 8))
      channel.eventLoop.scheduleTask(in: .milliseconds(Int64(pause))) {
        self.look(channel, origin, near, far, left - 1, done)
      }
    }
  }

  private func judge(_ user: UInt32, _ origin: ServerOrigin, _ done: EventLoopPromise<Void>) {
    let isAccepted = accepts(user, at: origin)
    users.withLock { users in
      if !isAccepted {
        users.refused[origin.description] = user
        return
      }
      users.taken[origin.description] = user == own || user == 0 ? nil : user
    }
    guard !isAccepted else { return done.succeed() }
    done.fail(
      ServerClientError(.otherUser, "what listens at \(origin) is a program of the user with the number \(user)"))
  }

  private static func unknown(_ why: String) -> ServerClientError {
    ServerClientError(.otherUser, "whose program listens there can't be determined: \(why)")
  }
}

extension LoopbackPeer.End {
  /// Nil for what is no address of version 4 or 6.
  fileprivate init?(_ address: SocketAddress) {
    guard let port = address.port, let text = address.ipAddress else { return nil }
    guard let bytes = IPAddress.version4(text) ?? IPAddress.version6(text[...]) else { return nil }
    self.init(address: bytes, port: port)
  }
}
