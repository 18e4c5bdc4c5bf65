internal import FoundationEssentials

/// Which tasks were made done a moment ago.
@MainActor
final class DoneRecently {
  /// Two presses within it are a double click.
  static let moment = Duration.seconds(1)

  private var times: [UUID: ContinuousClock.Instant] = [:]

  /// - Returns: those of the tasks that were not, which are now.
  func begin(_ ids: [UUID], at now: ContinuousClock.Instant) -> [UUID] {
    times = times.filter { $0.value.duration(to: now) < Self.moment }
    let wanted = ids.filter { times[$0] == nil }
    for id in wanted { times[id] = now }
    return wanted
  }
}
