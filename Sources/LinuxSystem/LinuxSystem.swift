// The file that imports CLinux: what the kernel and glibc offer and Swift's Glibc module does not.
internal import CLinux
public import Glibc
internal import Synchronization

/// A system call that failed, with the `errno` it left.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call that failed, for instance `"bind"`.
  public let call: String
  /// The `errno` value after the call.
  public let code: Int32

  /// Records that `call` failed with the current `errno`.
  public init(_ call: String) { self.init(call, code: errno) }

  /// Records that `call` failed with `code`.
  public init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// For instance `bind: Address already in use`.
  public var description: String { "\(call): \(Self.text(of: code))" }

  /// What the C library says of an `errno` value, for instance `No space left on device`.
  public static func text(of code: Int32) -> String { String(cString: strerror(code)) }
}

/// Protections a process puts on itself.
public enum ProcessHardening {
  /// Overwrites memory so that the compiler can't leave the write out (`explicit_bzero(3)`).
  public static func erase(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    vault_erase(base, bytes.count)
  }

  /// Overwrites 32 KiB of stack below the caller: cryptographic libraries leave parts of what they hashed there.
  public static func eraseStack() { vault_erase_stack() }

  private static let openAtStart = Atomic<Bool>(false)

  /// Whether other processes of the same user could open this one's memory until ``forbidDumps()``, and may have it open still: so it is
  /// where they may read the program's file. The kernel shuts a program that can only be run from its first instruction
  /// (`execve(2)`). Yama's `ptrace_scope` keeps all but those who started it out, too.
  public static var wasOpenAtStart: Bool { openAtStart.load(ordering: .relaxed) && !isRestrictedByYama }

  /// Whether Yama keeps programs of the same user from tracing each other, but for those that started them. Where it does not, whoever traces a
  /// shell stays attached to what that starts, and may make it open its memory, whatever it forbids.
  public static var isRestrictedByYama: Bool {
    let descriptor = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var scope: UInt8 = 0
    return read(descriptor, &scope, 1) == 1 && scope != UInt8(ascii: "0")
  }

  /// Forbids core dumps of this process and `ptrace` or `/proc` access to it by other processes of the same user, and keeps
  /// Swift's runtime from giving its memory to another program at a crash.
  public static func forbidDumps() throws(SystemError) {
    try CrashHandlers.remove()
    if vault_is_dumpable() != 0 { openAtStart.store(true, ordering: .relaxed) }
    guard vault_set_dumpable(0) == 0 else { throw SystemError("prctl(PR_SET_DUMPABLE)") }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    guard setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0 else {
      throw SystemError("setrlimit(RLIMIT_CORE)")
    }
  }

  /// Has the kernel send `signal` to this process when its parent ends.
  public static func endWithParent(signal: Int32) throws(SystemError) {
    guard vault_set_parent_death_signal(signal) == 0 else { throw SystemError("prctl(PR_SET_PDEATHSIG)") }
  }
}

/// The memory of this process.
public enum ProcessMemory {
  /// Gives freed heap back to the kernel (`malloc_trim(3)`), which the allocator keeps for itself otherwise. For after much
  /// was allocated at once: it looks at the whole heap.
  public static func returnFreedHeap() { vault_trim_heap() }

  /// Has the allocator spread what is allocated from now on over at most `count` arenas (`M_ARENA_MAX`). Usual are eight for each
  /// core, each with free blocks of its own, so that short-lived blocks of many threads leave holes between long-lived ones.
  ///
  /// - Returns: whether the allocator accepted it.
  @discardableResult
  public static func limitArenas(to count: Int) -> Bool { vault_limit_arenas(Int32(clamping: count)) == 1 }
}

/// Where files live.
public enum FileSystemKind {
  /// Whether what `path` holds lives in memory (tmpfs): no disk keeps it, but swap may.
  public static func isInMemory(_ path: String) -> Bool { vault_is_in_memory(path) == 1 }
}

/// Files below a directory of the kernel's (`openat2(2)`).
enum ProcDescriptor {
  /// `O_PATH`, which glibc declares only under `_GNU_SOURCE`: a place in the tree, nothing to be read.
  static let placeOnly: Int32 = 0o10000000

  static func isProc(_ descriptor: Int32) -> Bool { vault_is_proc(descriptor) == 1 }

  static func open(_ path: String, below directory: Int32, _ flags: Int32) throws(SystemError) -> Int32 {
    let descriptor = vault_open_below(directory, path, UInt64(flags))
    guard descriptor >= 0 else { throw SystemError("openat2 \(path)") }
    return descriptor
  }
}

/// A descriptor of a process (`pidfd_open(2)`).
enum ProcessDescriptor {
  static func open(_ pid: Int32) throws(SystemError) -> Int32 {
    let descriptor = vault_process_descriptor(pid)
    guard descriptor >= 0 else { throw SystemError("pidfd_open") }
    return descriptor
  }
}

/// A timer on the wall clock (`timerfd_create(2)`).
enum TimerDescriptor {
  static func open() throws(SystemError) -> Int32 {
    let descriptor = vault_wall_clock_timer()
    guard descriptor >= 0 else { throw SystemError("timerfd_create") }
    return descriptor
  }

  /// Sets it to `nanoseconds` since 1970; 0 stops it.
  ///
  /// - Throws: `ECANCELED` when the clock was set since the last time; the timer is set all the same.
  static func set(_ descriptor: Int32, to nanoseconds: Int64) throws(SystemError) {
    guard vault_set_wall_clock_timer(descriptor, nanoseconds) == 0 else { throw SystemError("timerfd_settime") }
  }
}

/// What a spawned process does before its program starts, beyond what Swift's Glibc offers.
public enum SpawnActions {
  /// Adds the closing of every descriptor from `first` on.
  ///
  /// - Returns: 0 or an error number.
  public static func closeDescriptors(from first: Int32, in actions: inout posix_spawn_file_actions_t) -> Int32 {
    vault_spawn_close_from(&actions, first)
  }

  /// Has the spawned process begin with no signal blocked or ignored.
  ///
  /// - Parameter flags: more of `posix_spawnattr_setflags(3)`.
  public static func resetSignals(in attributes: inout posix_spawnattr_t, flags: Int32 = 0) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(flags | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
  }

  /// `POSIX_SPAWN_SETSID`, which glibc declares only under `_GNU_SOURCE`: the process leads a session of its own.
  public static let newSession: Int32 = 0x80

  /// Adds a change to `directory`.
  ///
  /// - Returns: 0 or an error number.
  public static func changeDirectory(to directory: String, in actions: inout posix_spawn_file_actions_t) -> Int32 {
    vault_spawn_chdir(&actions, directory)
  }
}

/// Who is at the other end of a Unix-domain socket, as the kernel recorded it when the connection was made.
public struct SocketPeer: Equatable, Sendable {
  /// The process that connected; it may have ended and its number been reused since: a hint, not a proof.
  public let pid: Int32
  /// The effective user of that process at connect.
  public let uid: UInt32

  /// Asks the kernel (`SO_PEERCRED`) about the connected socket `descriptor`.
  public init(ofSocket descriptor: Int32) throws(SystemError) {
    var peer = vault_peer()
    guard vault_peer_of(descriptor, &peer) == 0 else { throw SystemError("getsockopt(SO_PEERCRED)") }
    pid = peer.pid
    uid = peer.uid
  }

  /// Whether the process that connected `descriptor` still runs, so that its number is no other's; nil before Linux 6.5, which
  /// can't say.
  public static func isRunning(behind descriptor: Int32) -> Bool? {
    let runs = vault_peer_runs(descriptor)
    return runs < 0 ? nil : runs == 1
  }
}

/// One key in the kernel's *process* keyring (`keyrings(7)`): readable by this process only, gone with it, never
/// written to disk or swap.
public struct ProcessKey: ~Copyable, Sendable {
  private let serial: Int32

  /// Adds `payload` under `description`, which replaces an older key of that description.
  ///
  /// - Parameter lifetimeSeconds: after this the kernel drops the key by itself.
  /// - Throws: `SystemError` where the kernel or a container refuses keyrings (`ENOSYS`, `EPERM`).
  public init(description: String, payload: UnsafeRawBufferPointer, lifetimeSeconds: UInt32) throws(SystemError) {
    serial = try KeyringThread.shared.run { () throws(SystemError) in
      let serial = vault_keyring_add(description, payload.baseAddress, payload.count)
      guard serial >= 0 else { throw SystemError("add_key") }
      guard vault_keyring_set_timeout(serial, lifetimeSeconds) == 0 else {
        let error = SystemError("keyctl(KEYCTL_SET_TIMEOUT)")
        _ = vault_keyring_invalidate(serial)
        throw error
      }
      return serial
    }
  }

  /// Copies the payload into `buffer`.
  ///
  /// - Returns: the payload's length.
  /// - Throws: `SystemError` with `EKEYEXPIRED` or `ENOKEY` once its lifetime is over.
  public borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let serial = serial
    return try KeyringThread.shared.run { () throws(SystemError) in
      let count = vault_keyring_read(serial, buffer.baseAddress, buffer.count)
      guard count >= 0 else { throw SystemError("keyctl(KEYCTL_READ)") }
      return count
    }
  }

  deinit {
    let serial = serial
    // A key that can't be invalidated expires by itself; the error can't be reported any more.
    _ = try? KeyringThread.shared.run { vault_keyring_invalidate(serial) }
  }
}

/// Signals read from a descriptor (`signalfd(2)`) instead of interrupting: for a wait that must see keys, sockets and
/// signals alike. The signals stay blocked in the calling thread until the value ends; for single-threaded programs.
public struct SignalDescriptor: ~Copyable {
  /// The descriptor, for `poll(2)`.
  public let descriptor: Int32
  private let previous: sigset_t

  /// Blocks `signals` and collects them.
  public init(_ signals: [Int32]) throws(SystemError) {
    var mask = sigset_t()
    var previous = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    let result = pthread_sigmask(SIG_BLOCK, &mask, &previous)
    guard result == 0 else { throw SystemError("pthread_sigmask", code: result) }
    let opened = vault_signal_descriptor(&mask)
    guard opened >= 0 else {
      let error = SystemError("signalfd")
      pthread_sigmask(SIG_SETMASK, &previous, nil)
      throw error
    }
    descriptor = opened
    self.previous = previous
  }

  /// The next signal that has arrived; nil when there is none.
  public borrowing func next() throws(SystemError) -> Int32? {
    let number = vault_read_signal(descriptor)
    guard number >= 0 else { throw SystemError("read(signalfd)") }
    return number == 0 ? nil : number
  }

  deinit {
    close(descriptor)
    var mask = previous
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
