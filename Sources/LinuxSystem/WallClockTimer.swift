internal import Glibc
internal import Synchronization

/// Waits for moments of the wall clock (`CLOCK_REALTIME`) on one thread that sleeps in `timerfd_create(2)`'s timer.
///
/// A moment that passes while the machine sleeps is noticed when it resumes. When somebody sets the clock, all who wait
/// are woken, whatever their moment (`TFD_TIMER_CANCEL_ON_SET`; Linux does the same on resume).
public final class WallClockTimer: Sendable {
  private let core: TimerCore

  /// Makes the timer and its thread.
  public init() throws(SystemError) { core = try TimerCore() }

  deinit { core.end() }

  /// The present moment, in nanoseconds since 1970.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Returns at `moment` (nanoseconds since 1970), and before it when the clock is set, the machine resumes or the task
  /// is cancelled: whoever asks looks at the clock then.
  ///
  /// - Throws: when the timer does not work.
  public func sleep(until moment: Int64) async throws(SystemError) {
    let number = core.makeNumber()
    let failure = await withTaskCancellationHandler {
      await withCheckedContinuation { core.add(number, TimerCore.Sleeper(moment: moment, continuation: $0)) }
    } onCancel: {
      core.wake(number)
    }
    if let failure { throw failure }
  }
}

/// The descriptor, its thread, and who waits.
private final class TimerCore: Sendable {
  struct Sleeper {
    let moment: Int64
    let continuation: CheckedContinuation<SystemError?, Never>
  }

  private struct State {
    var sleepers: [UInt64: Sleeper] = [:]
    var lastNumber: UInt64 = 0
    var isEnded = false
    var failure: SystemError?
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  init() throws(SystemError) {
    descriptor = try TimerDescriptor.open()
    let code = start()
    guard code == 0 else {
      close(descriptor)
      throw SystemError("pthread_create", code: code)
    }
  }

  func makeNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  func add(_ number: UInt64, _ sleeper: Sleeper) {
    let woken = state.withLock { state in
      state.sleepers[number] = sleeper
      // A cancellation that came before the sleeper did found nobody to wake.
      guard state.failure == nil, !Task.isCancelled else { return [remove(number, from: &state)] }
      return setTimer(&state)
    }
    Self.resume(woken)
  }

  func wake(_ number: UInt64) {
    let woken = state.withLock { state in [remove(number, from: &state)] + setTimer(&state) }
    Self.resume(woken)
  }

  /// Ends the thread, which closes the descriptor; nobody waits any more.
  func end() {
    state.withLock { state in
      state.isEnded = true
      // After a failure the thread has ended and closed the descriptor.
      guard state.failure == nil else { return }
      // The thread waits in a read: a moment long past ends that. `ECANCELED` sets the timer all the same.
      do throws(SystemError) { try TimerDescriptor.set(descriptor, to: 1) } catch {}
    }
  }

  // MARK: The thread

  private func start() -> Int32 {
    var thread = pthread_t()
    var all = sigset_t()
    var previous = sigset_t()
    // The thread inherits this mask: the process's signals are for the others.
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    let argument = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<TimerCore>.fromOpaque(argument).takeRetainedValue().serve()
        return nil
      }, argument.toOpaque())
    if code == 0 { pthread_detach(thread) } else { argument.release() }
    return code
  }

  private func serve() {
    var isRunning = true
    while isRunning {
      var expirations: UInt64 = 0
      let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
      let failure = count < 0 ? SystemError("read(timerfd)") : nil
      let (woken, goesOn) = state.withLock { state in
        let woken = awake(after: failure, &state)
        if state.isEnded || state.failure != nil { close(descriptor) }
        return (woken, !state.isEnded && state.failure == nil)
      }
      Self.resume(woken)
      isRunning = goesOn
    }
  }

  private func awake(after failure: SystemError?, _ state: inout State) -> [Woken] {
    guard !state.isEnded else { return removeAll(&state) }
    switch failure?.code {
    case nil, EINTR, EAGAIN:
      let now = WallClockTimer.now
      let due = state.sleepers.filter { $0.value.moment <= now }.map(\.key)
      return due.map { remove($0, from: &state) } + setTimer(&state)
    case ECANCELED:
      return removeAll(&state) + setTimer(&state)
    default:
      state.failure = failure
      return removeAll(&state)
    }
  }

  // MARK: Who waits

  private typealias Woken = (sleeper: Sleeper, failure: SystemError?)?

  /// Sets the timer to the earliest moment.
  ///
  /// - Returns: who has to wake because the clock was set meanwhile, or the timer fails.
  private func setTimer(_ state: inout State) -> [Woken] {
    guard !state.isEnded, state.failure == nil else { return [] }
    let earliest = state.sleepers.values.map(\.moment).min()
    do throws(SystemError) {
      try TimerDescriptor.set(descriptor, to: earliest.map { max(1, $0) } ?? 0)
      return []
    } catch {
      if error.code != ECANCELED { return removeAll(&state, failure: error) }
      return removeAll(&state)
    }
  }

  private func remove(_ number: UInt64, from state: inout State) -> Woken {
    state.sleepers.removeValue(forKey: number).map { ($0, state.failure) }
  }

  private func removeAll(_ state: inout State, failure: SystemError? = nil) -> [Woken] {
    defer { state.sleepers = [:] }
    return state.sleepers.values.map { ($0, failure ?? state.failure) }
  }

  private static func resume(_ woken: [Woken]) {
    for case (let sleeper, let failure)? in woken { sleeper.continuation.resume(returning: failure) }
  }
}
