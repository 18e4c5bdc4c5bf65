internal import DBus
public import LinuxSystem

/// Asks a window on the session bus to show something, and has the bus start it where it does not run (`ActivateAction` of the Desktop
/// Entry Specification 1.5, "D-Bus Activation").
///
/// Each call has a connection of its own: clicks are seldom, and nothing is kept between them.
public struct WindowActivator: Sendable {
  /// The window's name on the bus.
  public let name: String
  private typealias Outcome = Result<Void, WindowActivationError>

  private let busAddress: @Sendable () -> String?
  private let patience: Duration

  /// - Parameters:
  ///   - busAddress: the D-Bus server address of the session bus; nil while there is none.
  ///   - patience: how long all of a call may take, with the start of the window.
  public init(
    name: String, busAddress: @escaping @Sendable () -> String? = { SessionBusAddress.ofThisProcess() },
    patience: Duration = .seconds(5)
  ) {
    (self.name, self.busAddress, self.patience) = (name, busAddress, patience)
  }

  /// How long it may take to find out whether there is a window: the agent's start waits for it.
  private static let brief = Duration.seconds(1)

  /// Whether the bus can start the window, so that its desktop entry and its icon are there, too; false also where that can't be found
  /// out within a second, and for a window that runs from the directory that it was built in.
  public func isInstalled() async -> Bool {
    let result = await withBus(within: min(patience, Self.brief)) { call, done in call.checkInstallation(done) }
    if case .success = result { return true }
    return false
  }

  /// Has the window do one of its actions. Where it does not run it is started for that.
  ///
  /// - Parameters:
  ///   - parameter: the action's only one, a text.
  ///   - activationToken: as ``DesktopNotificationEvent/action(id:key:activationToken:)`` brings it, so that the window may
  ///     take the focus.
  /// - Throws: as ``WindowActivationError/noAnswer`` after the patience at the latest.
  public func activate(
    _ action: String, _ parameter: String, activationToken: String?
  ) async throws(WindowActivationError) {
    let result = await withBus(within: patience) { call, done in
      call.activate(action, parameter, TerminalEnvironment.usable(activationToken), done)
    }
    try result.get()
  }

  private func withBus(
    within patience: Duration, _ body: @escaping @Sendable (WindowCall, @escaping (Outcome) -> Void) -> Void
  ) async -> Outcome {
    guard let address = busAddress() else { return .failure(.noBus) }
    let deadline = Deadline.after(seconds: patience / .seconds(1))
    let loop = MainLoop()
    let name = name
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
      loop.perform {
        BusConnection.connect(to: address, on: loop, timeout: patience) { connection in
          guard let connection else { return continuation.resume(returning: .failure(.noBus)) }
          let call = WindowCall(connection, name, deadline)
          body(call) { result in
            connection.close()
            continuation.resume(returning: result)
          }
        }
      }
    }
    loop.quit()
    return result
  }
}
