// The only file of this module that imports CLibsecret. No pointer leaves it.
internal import CLibsecret
internal import DBus
internal import LinuxSystem
internal import SecretMemory

/// One private connection to one bus, and one encrypted session with one Secret Service on it.
///
/// Not for several threads: the store's actor owns it. Every call takes a deadline and keeps it, whatever the other side
/// does. libsecret negotiates the session and turns secrets into messages and back, in its own non-pageable memory; the
/// calls themselves are made here, because libsecret's own have prompts without an end and properties that go stale
/// without a main loop.
final class Libsecret {
  private let context = MainContext()
  private let connection: OpaquePointer
  private var service: UnsafeMutablePointer<SecretService>?
  private var hasHungUp = false
  private let ownerWatch = OwnerWatch()

  /// Connects to the bus at `address`.
  init(address: String, before deadline: Deadline) throws(BusFailure) {
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    connection = try Self.wait(in: context, before: deadline) { cancellable, done, data in
      g_dbus_connection_new_for_address(address, flags, nil, cancellable, done, data)
    } finish: { result, error in
      g_dbus_connection_new_for_address_finish(result, error)
    }
  }

  deinit {
    if let service { g_object_unref(service) }
    disconnect()
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Whether this connection is of no use any more, because either side hung up.
  var isClosed: Bool { hasHungUp || g_dbus_connection_is_closed(connection) != 0 }

  private func disconnect() {
    guard !hasHungUp else { return }
    hasHungUp = true
    g_dbus_connection_close(connection, nil, nil, nil)
  }

  /// Has ``latestOwner()`` told who owns a bus name, whenever that changes. Nothing is waited for.
  func watchOwner(of name: String) {
    g_main_context_push_thread_default(context.pointer)
    defer { g_main_context_pop_thread_default(context.pointer) }
    g_dbus_connection_signal_subscribe(
      connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus", name,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data, let owner = Variant.values(of: parameters).last?.text else { return }
        Unmanaged<OwnerWatch>.fromOpaque(data).takeUnretainedValue().latest = owner
      }, Unmanaged.passRetained(ownerWatch).toOpaque(),
      { data in if let data { Unmanaged<OwnerWatch>.fromOpaque(data).release() } })
  }

  /// Who owns the watched name by now, "" for nobody; nil as long as that has not changed.
  func latestOwner() -> String? {
    context.deliver()
    return ownerWatch.latest
  }

  /// Opens the encrypted session with the service; its calls go to the owner of `org.freedesktop.secrets`.
  func openSession(before deadline: Deadline) throws(BusFailure) {
    let fresh = vault_secret_service_new(connection, max(1, deadline.pollTimeout))
    do throws(BusFailure) {
      try Self.wait(in: context, before: deadline) { cancellable, done, data in
        secret_service_ensure_session(fresh, cancellable, done, data)
      } finish: { result, error in
        secret_service_ensure_session_finish(fresh, result, error) != 0 ? () : nil
      }
    } catch {
      g_object_unref(fresh)
      throw error
    }
    service = fresh
  }

  /// Calls a method; `reply` is the D-Bus signature the answer must have.
  func call(
    _ object: BusObject, _ interface: String, _ method: String, _ arguments: [BusArgument], reply: String,
    before deadline: Deadline
  ) throws(BusFailure) -> [BusValue] {
    let answer = try send(object, interface, method, arguments.map(Variant.make), reply: reply, before: deadline)
    defer { g_variant_unref(answer) }
    return Variant.values(of: answer)
  }

  /// The secret of one item.
  func secret(of item: BusObject, before deadline: Deadline) throws(BusFailure) -> EncryptedSecret {
    let answer = try send(
      item, "org.freedesktop.Secret.Item", "GetSecret", [try sessionPath()], reply: "((oayays))", before: deadline)
    defer { g_variant_unref(answer) }
    return EncryptedSecret(taking: g_variant_get_child_value(answer, 0))
  }

  /// The secrets of several items, by their paths: of those that are there and unlocked.
  func secrets(
    of items: [String], at service: BusObject, before deadline: Deadline
  ) throws(BusFailure) -> [String: EncryptedSecret] {
    let answer = try send(
      service, "org.freedesktop.Secret.Service", "GetSecrets", [Variant.make(.paths(items)), try sessionPath()],
      reply: "(a{o(oayays)})", before: deadline)
    defer { g_variant_unref(answer) }
    let entries = g_variant_get_child_value(answer, 0)!
    defer { g_variant_unref(entries) }
    let pairs = Variant.children(of: entries).map { entry in
      defer { g_variant_unref(entry) }
      let parts = Variant.children(of: entry)
      defer { g_variant_unref(parts[0]) }
      return (Variant.value(of: parts[0]).text ?? "", EncryptedSecret(taking: parts[1]))
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Decrypts what this session was sent.
  func open(_ secret: EncryptedSecret) throws(BusFailure) -> SecretBytes {
    guard let service else { throw .gone("no session") }
    guard let value = secret_service_decode_dbus_secret(service, secret.value.variant) else {
      throw .malformed("an undecodable secret")
    }
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    var count: gsize = 0
    let bytes = secret_value_get(value, &count)
    do { return try SecretBytes(copying: UnsafeRawBufferPointer(start: bytes, count: Int(count))) } catch {
      throw .malformed("more than memory holds")
    }
  }

  private func sessionPath() throws(BusFailure) -> OpaquePointer? {
    guard let service else { throw .gone("no session") }
    return g_variant_new_object_path(secret_service_get_session_dbus_path(service))
  }

  /// Makes an item, in place of one with the same attributes.
  ///
  /// - Returns: the item and the prompt it waits for; one of them is the path "/".
  func createItem(
    in collection: BusObject, label: String, attributes: [String: String], secret: borrowing SecretBytes,
    before deadline: Deadline
  ) throws(BusFailure) -> [BusValue] {
    guard let service else { throw .gone("no session") }
    let value = secret.withUnsafeBytes { bytes in
      // An empty buffer has no address; libsecret wants one, and reads nothing from it.
      bytes.withMemoryRebound(to: CChar.self) { chars in
        secret_value_new(chars.baseAddress, gssize(chars.count), "application/octet-stream")
      }
    }
    defer { secret_value_unref(value.map(UnsafeMutableRawPointer.init)) }
    let properties = Variant.make(
      .variants([
        "org.freedesktop.Secret.Item.Label": .text(label),
        "org.freedesktop.Secret.Item.Attributes": .textDictionary(attributes),
      ]))
    let encoded = secret_service_encode_dbus_secret(service, value)
    let arguments = [properties, encoded, g_variant_new_boolean(1)]
    let answer = try send(
      collection, "org.freedesktop.Secret.Collection", "CreateItem", arguments, reply: "(oo)", before: deadline)
    defer { g_variant_unref(answer) }
    return Variant.values(of: answer)
  }

  /// Shows a prompt of the service and waits until the person is done.
  ///
  /// At the deadline the connection is closed, and the service takes the prompt of a client that left off the screen.
  /// (GNOME Keyring 42 aborts when an unlock prompt is dismissed while it is shown.)
  func perform(prompt: BusObject, before deadline: Deadline) throws(BusFailure) -> PromptOutcome {
    g_main_context_push_thread_default(context.pointer)
    defer { g_main_context_pop_thread_default(context.pointer) }
    let waiting = PromptWait()
    let data = Unmanaged.passUnretained(waiting).toOpaque()
    let completed = g_dbus_connection_signal_subscribe(
      connection, prompt.destination, Self.promptInterface, "Completed", prompt.path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data else { return }
        Unmanaged<PromptWait>.fromOpaque(data).takeUnretainedValue().completed(Variant.values(of: parameters))
      }, data, nil)
    let left = g_dbus_connection_signal_subscribe(
      connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
      prompt.destination, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, _, data in
        guard let data else { return }
        Unmanaged<PromptWait>.fromOpaque(data).takeUnretainedValue().serviceLeft()
      }, data, nil)
    defer {
      g_dbus_connection_signal_unsubscribe(connection, completed)
      g_dbus_connection_signal_unsubscribe(connection, left)
      // Deliveries already queued hold `data`; they are dropped, now that nobody is subscribed, before it goes.
      context.deliver()
    }
    _ = try call(prompt, Self.promptInterface, "Prompt", [.text("")], reply: "()", before: deadline)
    context.run(before: deadline) { waiting.outcome != nil || isClosed }
    if let outcome = waiting.outcome { return try outcome.get() }
    if isClosed { throw .gone("the bus hung up") }
    disconnect()
    throw .timedOut
  }

  /// Withdraws a prompt that was never shown.
  func dismiss(prompt: BusObject) throws(BusFailure) {
    do throws(BusFailure) {
      _ = try call(prompt, Self.promptInterface, "Dismiss", [], reply: "()", before: Deadline(after: .seconds(1)))
    } catch  where error.isNoSuchObject {
      // It ended by itself in the meantime.
    }
  }

  private static let promptInterface = "org.freedesktop.Secret.Prompt"
}

/// Calls, and waiting for them.
extension Libsecret {
  /// Sends a method call with `arguments` (floating, consumed) and gives back the answer, owned by the caller.
  private func send(
    _ object: BusObject, _ interface: String, _ method: String, _ arguments: [OpaquePointer?], reply: String,
    before deadline: Deadline
  ) throws(BusFailure) -> OpaquePointer {
    let parameters = g_variant_ref_sink(Variant.tuple(arguments))
    defer { g_variant_unref(parameters) }
    let milliseconds = deadline.pollTimeout
    guard milliseconds > 0 else { throw .timedOut }
    let type = g_variant_type_new(reply)
    defer { g_variant_type_free(type) }
    var error: UnsafeMutablePointer<GError>?
    let answer = g_dbus_connection_call_sync(
      connection, object.destination, object.path, interface, method, parameters, type,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds, nil, &error)
    guard let answer else { throw Self.failure(error) }
    return answer
  }

  /// Starts an asynchronous call and runs `context` until it has ended or the deadline has passed.
  private static func wait<Value>(
    in context: MainContext, before deadline: Deadline,
    start: (UnsafeMutablePointer<GCancellable>?, GAsyncReadyCallback?, UnsafeMutableRawPointer?) -> Void,
    finish: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
  ) throws(BusFailure) -> Value {
    g_main_context_push_thread_default(context.pointer)
    defer { g_main_context_pop_thread_default(context.pointer) }
    let cancellable = g_cancellable_new()
    defer { g_object_unref(cancellable) }
    let wait = CallWait()
    // The callback releases it. A call that never calls back, even once cancelled, costs these few bytes, no more.
    let data = Unmanaged.passRetained(wait).toOpaque()
    start(
      cancellable,
      { _, result, data in
        guard let result, let data else { return }
        g_object_ref(UnsafeMutableRawPointer(result))
        Unmanaged<CallWait>.fromOpaque(data).takeRetainedValue().result = result
      }, data)
    context.run(before: deadline) { wait.result != nil }
    guard let result = wait.result else {
      g_cancellable_cancel(cancellable)
      context.run(before: Deadline(after: .milliseconds(100))) { wait.result != nil }
      if let late = wait.result { g_object_unref(UnsafeMutableRawPointer(late)) }
      throw .timedOut
    }
    defer { g_object_unref(UnsafeMutableRawPointer(result)) }
    var error: UnsafeMutablePointer<GError>?
    guard let value = finish(result, &error) else { throw failure(error) }
    return value
  }

  /// Turns a GLib error, which it frees, into ours.
  private static func failure(_ error: UnsafeMutableRawPointer?) -> BusFailure {
    let failure = BusCallFailure(taking: error)
    if let name = failure.errorName { return BusFailure(remoteName: name, message: failure.message) }
    if failure.hasTimedOut { return .timedOut }
    return failure.isOfOtherType ? .malformed("the wrong type (\(failure.message))") : .gone(failure.message)
  }
}

/// Where a change of owner is left; touched only by the thread that runs the context.
private final class OwnerWatch {
  var latest: String?
}

/// Where an asynchronous call leaves its result; touched only by the thread that runs the context.
private final class CallWait {
  var result: OpaquePointer?
}
