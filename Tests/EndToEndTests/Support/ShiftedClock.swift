import Foundation
import ProcessTesting
import Synchronization

/// The wall clock of a program, which a test sets while the program runs (libfaketime). The steady clocks go on, as they do when a
/// person or the network sets the time.
final class ShiftedClock: Sendable {
  private let file: URL
  private let steadyTimers: String
  private let shift = Mutex(0)

  /// A clock that is right, until it is set.
  ///
  /// - Parameter file: where it is kept.
  init(_ file: URL) throws {
    self.file = file
    steadyTimers = file.path + "-steady-timers.so"
    let source = URL(filePath: #filePath).deletingLastPathComponent().appendingPathComponent("steady-timers.c").path
    // The compiler that came with Swift, wherever that is.
    try ChildProcess.run(["/usr/bin/env", "clang", "-shared", "-fPIC", "-O", "-o", steadyTimers, source])
    try set(to: 0)
  }

  /// What a program gets that goes by this clock.
  var environment: [String: String] {
    [
      "LD_PRELOAD": "\(steadyTimers) /usr/$LIB/faketime/libfaketimeMT.so.1", "FAKETIME_TIMESTAMP_FILE": file.path,
      "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
      // Named here, so that the library does not add to the environment: Swift finds a program's arguments beside it.
      "FAKETIME_SHARED": "/vault-none /vault-none",
    ]
  }

  /// The time by this clock.
  var now: Date { Date(timeIntervalSinceNow: Double(shift.withLock { $0 })) }

  /// Sets the clock; programs go by it within a second.
  ///
  /// - Parameter seconds: how far it is ahead of the true time.
  func set(to seconds: Int) throws {
    try Data("\(seconds < 0 ? "" : "+")\(seconds)\n".utf8).write(to: file, options: .atomic)
    shift.withLock { $0 = seconds }
  }

  /// Removes what the library leaves behind of a program that was killed.
  static func clean(after pid: Int32) {
    for name in ["faketime_shm_\(pid)", "sem.faketime_sem_\(pid)"] { unlink("/dev/shm/\(name)") }
  }
}
