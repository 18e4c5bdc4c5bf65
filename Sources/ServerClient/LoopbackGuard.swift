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
  /// Why one more user's program counts at an origin. Each has an end of its own, and ends no other.
  enum Reason: Hashable {
    /// It took the login that is stored.
    case login
    /// It is to be notified that this account's owner left.
    case deregistration(UUID)
  }

  private struct Users {
    /// Beside this user and root, by origin.
    var accepted: [String: [Reason: UInt32]] = [:]
    /// Whose program was refused last.
    var refused: [String: UInt32] = [:]
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

  /// Has one more user's program count at an origin; nil takes that back.
  func accept(_ user: UInt32?, at origin: ServerOrigin, for reason: Reason = .login) {
    users.withLock { $0.accepted[origin.description, default: [:]][reason] = user }
  }

  /// Whose program counts there beside this user's and root's: that of the login, where it is stored.
  func accepted(at origin: ServerOrigin) -> UInt32? {
    users.withLock { users in
      let accepted = users.accepted[origin.description]
      return accepted?[.login] ?? accepted?.values.first
    }
  }

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
    let isAccepted = users.withLock { users in
      if user == own || user == 0 || users.accepted[origin.description]?.values.contains(user) == true {
        return true
      }
      users.refused[origin.description] = user
      return false
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
