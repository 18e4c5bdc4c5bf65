internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization

/// What a client makes sure of before it writes a byte to the agent's socket: that the directory and the socket are the
/// user's own and closed to others, and that the process at the other end is the same user's. Of a client that only locks, the last alone.
enum AgentSocketCheck {
  /// Connects after checking directory and socket, and checks the peer.
  ///
  /// - Parameter onlyLocks: whether nothing but a lock is to be sent. That helps nobody who answers in the agent's place, so directory and socket may
  ///   be open to others: what another program has done to them keeps no vault open.
  /// - Returns: nil when nobody listens, so that an agent may be started.
  /// - Throws: ``Failure/Code/configuration`` when something is not the user's own.
  static func connect(_ paths: VaultPaths, uid: UInt32, onlyLocks: Bool = false) throws(Failure) -> FrameChannel? {
    if !onlyLocks {
      guard try exists(paths.runtime, type: S_IFDIR, uid: uid), try exists(paths.socket, type: S_IFSOCK, uid: uid)
      else { return nil }
    }
    guard let descriptor = try open(paths.socket) else { return nil }
    let channel = FrameChannel(descriptor: descriptor)
    try checkPeer(of: descriptor, uid: uid, socket: paths.socket)
    return channel
  }

  private static func exists(_ path: String, type: mode_t, uid: UInt32) throws(Failure) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw Failure(.configuration, "\(path) can't be looked at: \(SystemError("lstat")).", hint: Self.hint)
    }
    if let problem = FilePrivacy.problem(status, type: type, uid: uid) {
      throw Failure(.configuration, "\(path) can't be trusted: \(problem).", hint: Self.hint)
    }
    return true
  }

  private static func open(_ path: String) throws(Failure) -> Int32? {
    let deadline = Deadline.after(seconds: AgentProtocol.helloDeadlineSeconds)
    while true {
      do throws(SystemError) { return try UnixSocket.connect(to: path) } catch {
        switch error.code {
        case ENOENT, ECONNREFUSED: return nil
        case EAGAIN where !deadline.hasPassed: poll(nil, 0, 10)  // The agent's queue of new connections is full.
        case EINTR: continue
        default: throw Failure(.unavailable, "The agent can't be reached at \(path): \(error).", hint: Self.hint)
        }
      }
    }
  }

  static func checkPeer(of descriptor: Int32, uid: UInt32, socket: String) throws(Failure) {
    let peer: SocketPeer
    do { peer = try SocketPeer(ofSocket: descriptor) } catch {
      throw Failure(.unavailable, "The process behind \(socket) can't be identified: \(error).", hint: Self.hint)
    }
    guard peer.uid == uid else {
      throw Failure(
        .configuration, "The process behind \(socket) belongs to user \(peer.uid), not to \(uid).", hint: Self.hint)
    }
  }

  private static let hint: LocalizedText =
    "Nothing was sent. Remove what is there, or set VAULT_RUNTIME_DIR to a private directory."
}
