import FoundationEssentials
import Reminders
import Synchronization

/// A clock that stands still until a test moves it.
final class FakeClock: WallClock {
  private struct State {
    var now: Date
    var sleepers: [Int: (date: Date, continuation: CheckedContinuation<Void, Never>)] = [:]
    var count = 0
  }

  private let state: Mutex<State>
  /// The date of every sleep, as it begins.
  let sleeps: AsyncStream<Date>
  private let sleepsEnd: AsyncStream<Date>.Continuation

  init(_ now: Date) {
    state = Mutex(State(now: now))
    (sleeps, sleepsEnd) = AsyncStream.makeStream()
  }

  var now: Date { state.withLock { $0.now } }

  /// How many sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves the clock; who has slept long enough wakes.
  func move(to date: Date) { wake(date) { $0 <= date } }

  /// Sets the clock; all wake.
  func set(to date: Date) { wake(date) { _ in true } }

  func sleep(until date: Date) async {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.now < date, !Task.isCancelled else { return true }
          state.sleepers[number] = (date, continuation)
          return false
        }
        if isOver { continuation.resume() } else { sleepsEnd.yield(date) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
    }
  }

  private func wake(_ now: Date, _ condition: (Date) -> Bool) {
    let woken = state.withLock { state in
      state.now = now
      let due = state.sleepers.filter { condition($0.value.date) }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
