#if Postgres
internal import Glibc
internal import SecretMemory

/// What libpq is told to connect with one address.
struct ConnectionParameters: ~Copyable {
  private var names: [UnsafeMutablePointer<CChar>?] = []
  private var values: [UnsafeMutablePointer<CChar>?] = []
  private let secrets: [String: SharedSecret]

  /// - Parameter place: the address in digits; nil for a Unix socket.
  init(_ address: PostgresAddress, _ endpoint: PostgresEndpoint, _ place: String?) {
    secrets = address.secrets
    var options = address.options
    options["host"] = endpoint.host
    options["hostaddr"] = place
    options["port"] = endpoint.port
    for (name, value) in options {
      names.append(strdup(name))
      values.append(strdup(value))
    }
  }

  deinit { for pointer in names + values { free(pointer) } }

  /// Lends both lists, each with a nil at its end.
  consuming func withPointers(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> OpaquePointer?
  ) -> OpaquePointer? {
    var names: [UnsafePointer<CChar>?] = names.map { $0.map { UnsafePointer($0) } }
    var values: [UnsafePointer<CChar>?] = values.map { $0.map { UnsafePointer($0) } }
    return Self.adding(Array(secrets), to: &names, &values, body)
  }

  /// Adds secrets one by one, each as long as its bytes are lent.
  private static func adding(
    _ secrets: [(key: String, value: SharedSecret)], to names: inout [UnsafePointer<CChar>?],
    _ values: inout [UnsafePointer<CChar>?],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> OpaquePointer?
  ) -> OpaquePointer? {
    guard let (name, secret) = secrets.last else { return body(names + [nil], values + [nil]) }
    return name.withCString { name in
      secret.bytes.withUnsafeBytes { bytes in
        names.append(name)
        values.append(bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        return adding(secrets.dropLast(), to: &names, &values, body)
      }
    }
  }
}
#endif
