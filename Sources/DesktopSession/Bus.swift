internal import DBus

/// One bus as a watch uses it: the connection, the deadline of calls, and the count of answers still awaited.
final class Bus {
  private static let daemon = "org.freedesktop.DBus"

  let connection: BusConnection
  let timeout: Duration
  private let pending: PendingCalls

  init(_ connection: BusConnection, timeout: Duration, pending: PendingCalls) {
    self.connection = connection
    self.timeout = timeout
    self.pending = pending
  }

  /// Calls a method; the answer's values, or nil if it fails: what can't be read is not there.
  func call(_ call: BusCall, _ completion: @escaping ([BusValue]?) -> Void) {
    pending.enter()
    connection.call(call, timeout: timeout) { [pending] answer in
      completion(try? answer.get())
      pending.leave()
    }
  }

  /// Calls a method whose answer is a file descriptor, or nil if it fails.
  func callForDescriptor(_ call: BusCall, _ completion: @escaping (Int32?) -> Void) {
    pending.enter()
    connection.callForDescriptor(call, timeout: timeout) { [pending] answer in
      completion(try? answer.get())
      pending.leave()
    }
  }

  /// Reports the unique name behind a well-known one, now and whenever it changes; nil while nobody owns it.
  func follow(_ name: String, _ ownerIs: @escaping (String?) -> Void) {
    let match = BusMatch(
      sender: Self.daemon, interface: Self.daemon, member: "NameOwnerChanged", firstArgument: name)
    _ = connection.subscribe(match) { signal in
      guard signal.arguments.count == 3, let owner = signal.arguments[2].text else { return }
      ownerIs(owner.isEmpty ? nil : owner)
    }
    let question = BusCall(
      destination: Self.daemon, path: "/org/freedesktop/DBus", interface: Self.daemon, method: "GetNameOwner",
      arguments: [name])
    call(question) { answer in ownerIs(answer?.first?.text) }
  }
}

/// Counts calls that have not been answered, and reports when there are none; used on the loop's thread only.
final class PendingCalls {
  private var count = 0
  private var whenDone: (() -> Void)?

  init(whenDone: @escaping () -> Void) { self.whenDone = whenDone }

  func enter() { count += 1 }

  func leave() {
    count -= 1
    guard count == 0 else { return }
    whenDone?()
    whenDone = nil
  }
}
