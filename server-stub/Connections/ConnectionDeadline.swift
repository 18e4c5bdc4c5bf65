internal import NIOCore

/// Until when something on a connection is to be over. Used on its event loop alone.
///
/// The moment changes twice with every request, its timer seldom: a timer that is set stays, and looks when it fires whether the
/// moment has moved.
final class ConnectionDeadline {
  private let loop: any EventLoop
  private let passed: () -> Void
  private var moment: NIODeadline?
  private var timer: (task: Scheduled<Void>, moment: NIODeadline)?

  /// Sets none yet; `passed` is called each time when one has passed.
  init(on loop: any EventLoop, passed: @escaping () -> Void) {
    self.loop = loop
    self.passed = passed
  }

  /// Whether something is to be over by some moment.
  var isSet: Bool { moment != nil }

  /// Sets the moment, in place of the one that was set.
  func set(_ moment: NIODeadline) {
    self.moment = moment
    if let timer {
      guard moment < timer.moment else { return }
      timer.task.cancel()
    }
    start(moment)
  }

  /// It is over.
  func clear() { moment = nil }

  /// It is over, and no other comes: nothing is kept for one.
  func end() {
    moment = nil
    timer?.task.cancel()
    timer = nil
  }

  private func start(_ moment: NIODeadline) {
    let bound = NIOLoopBound(self, eventLoop: loop)
    timer = (loop.scheduleTask(deadline: moment) { bound.value.fire() }, moment)
  }

  private func fire() {
    timer = nil
    guard let moment else { return }
    guard moment <= .now() else { return start(moment) }
    self.moment = nil
    passed()
  }
}
