internal import DBus
internal import LinuxSystem

/// The calls by which a window is found, started and told, one after the other; on the loop's thread only.
final class WindowCall {
  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  typealias Done = (Result<Void, WindowActivationError>) -> Void

  private let connection: BusConnection
  private let name: String
  private let deadline: Deadline

  init(_ connection: BusConnection, _ name: String, _ deadline: Deadline) {
    (self.connection, self.name, self.deadline) = (connection, name, deadline)
  }

  /// Says whether the window runs already; fails where it neither runs nor can be started.
  func find(_ found: @escaping (Result<Bool, WindowActivationError>) -> Void) {
    ask("NameHasOwner", [.text(name)]) { [self] answer in
      switch answer {
      case .failure(let error): found(.failure(error))
      case .success(let values) where values.first?.boolean == true: found(.success(true))
      case .success: checkInstallation { found($0.map { false }) }
      }
    }
  }

  /// Fails where the bus knows of no window to start.
  func checkInstallation(_ done: @escaping Done) {
    ask("ListActivatableNames", []) { [name] answer in
      done(
        answer.flatMap { values in
          values.first?.texts?.contains(name) == true ? .success(()) : .failure(.notInstalled)
        })
    }
  }

  /// Has the window do an action, and starts it before where it does not run.
  func activate(_ action: String, _ parameter: String, _ token: String?, _ done: @escaping Done) {
    find { [self] found in
      switch found {
      case .failure(let error): done(.failure(error))
      case .success(true): send(action, parameter, token, done)
      case .success(false):
        ask("StartServiceByName", [.text(name), .number(0)]) { [self] started in
          switch started {
          case .failure(let error): done(.failure(error))
          case .success: send(action, parameter, token, done)
          }
        }
      }
    }
  }

  private func send(_ action: String, _ parameter: String, _ token: String?, _ done: @escaping Done) {
    // As GTK reads them, on Wayland and on X.
    let platform = token.map { ["activation-token": BusArgument.text($0), "desktop-startup-id": .text($0)] } ?? [:]
    let call = BusCall(
      destination: name, path: Self.path(of: name), interface: "org.freedesktop.Application", method: "ActivateAction",
      values: [.text(action), .variantList([.text(parameter)]), .variants(platform)])
    perform(call) { done($0.map { _ in }) }
  }

  private func ask(
    _ method: String, _ values: [BusArgument], _ answered: @escaping (Result<[BusValue], WindowActivationError>) -> Void
  ) {
    perform(
      BusCall(destination: Self.bus, path: Self.busPath, interface: Self.bus, method: method, values: values), answered)
  }

  private func perform(
    _ call: BusCall, _ answered: @escaping (Result<[BusValue], WindowActivationError>) -> Void
  ) {
    let milliseconds = deadline.pollTimeout
    guard milliseconds > 0 else { return answered(.failure(.noAnswer)) }
    connection.call(call, timeout: .milliseconds(milliseconds)) {
      answered($0.mapError(WindowActivationError.init))
    }
  }

  /// The object of an application, as the specification makes it from the name.
  static func path(of name: String) -> String {
    "/" + name.map { $0 == "." ? "/" : $0 == "-" ? "_" : String($0) }.joined()
  }
}
