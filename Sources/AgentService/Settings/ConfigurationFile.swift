internal import AgentAPI
internal import DurableFiles
internal import FoundationEssentials
internal import Glibc
internal import Localization
internal import StrictJSON

/// The configuration file, in which one key is changed and everything else stays as somebody wrote it.
struct ConfigurationFile: Sendable {
  /// Where it lies, whether there is one or not.
  let path: String
  /// The environment, which wins over the file.
  let environment: [String: String]

  private static let limits = JSONLimits(depth: 16, valueCount: 4096, numberByteCount: 32)
  /// The longest value that is written, in bytes.
  private static let maximumValueByteCount = 1024

  /// What would be set with another value of a key; nothing is written.
  ///
  /// - Parameter value: nil takes the key out.
  /// - Throws: ``Failure`` where the key does not take the value, or the file is none that can be changed.
  func settings(with key: VaultSettings.Key, _ value: String?) async throws(Failure) -> VaultSettings {
    let bytes = try changed(key, value)
    // Of several requests each looks at its own.
    let trial = path + ".trial-\(UUID().uuidString)"
    defer { unlink(trial) }
    do throws(FileError) {
      try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
        try DurableFile.create(trial, with: UnsafeRawBufferPointer(bytes))
      }
    } catch {
      throw Self.unwritable(error)
    }
    do throws(Failure) { return try await VaultSettings.load(file: trial, environment: environment) } catch {
      guard !error.message.contains(trial) else { throw ConfigurationKeys.unreadable(path) }
      var failure = error
      if failure.hint.contains(trial) { failure.hint = "The setting was left as it is." }
      throw failure
    }
  }

  /// Writes another value of a key, or takes the key out, durably.
  func write(_ key: VaultSettings.Key, _ value: String?) throws(Failure) {
    let bytes = try changed(key, value)
    let temporary = path + ".new"
    // What a crash left.
    unlink(temporary)
    do throws(FileError) {
      try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
        try DurableFile.replace(path, with: UnsafeRawBufferPointer(bytes), by: temporary)
      }
    } catch { throw Self.unwritable(error) }
  }

  private func changed(_ key: VaultSettings.Key, _ value: String?) throws(Failure) -> [UInt8] {
    if let value, value.utf8.count > Self.maximumValueByteCount {
      throw Failure(.usage, "A setting has at most \(Self.maximumValueByteCount) bytes.")
    }
    // A link leads to where somebody else keeps the file: it would be cut off.
    guard DurableFile.kind(path) != .other else {
      throw Failure(.configuration, "\(path) is not a file.", hint: "Change the setting in what it leads to.")
    }
    do {
      var members = try present().filter { $0.name != key.rawValue }
      if let value {
        members.append((key.rawValue, key.isNumber && Int(value) != nil ? value : try Self.quoted(value)))
      }
      let lines = try members.map { "  \(try Self.quoted($0.name)): \($0.source)" }
      return Array((lines.isEmpty ? "{}\n" : "{\n\(lines.joined(separator: ",\n"))\n}\n").utf8)
    } catch { throw ConfigurationKeys.unreadable(path) }
  }

  private func present() throws -> [(name: String, source: String)] {
    guard DurableFile.kind(path) == .file else { return [] }
    // Bounded and well-formed, or an error.
    _ = try ConfigurationKeys(file: path)
    let document = try JSONDocument(Array(Data(contentsOf: URL(fileURLWithPath: path))), limits: Self.limits)
    guard let members = document.value.members else { throw ConfigurationKeys.unreadable(path) }
    return members.map { ($0.name, $0.value.source) }
  }

  private static func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoding().encode(text), as: UTF8.self)
  }

  private static func unwritable(_ error: FileError) -> Failure {
    Failure(.cannotCreate, "The configuration file can't be written: \(error).")
  }
}

extension VaultSettings.Key {
  /// Whether the file has a bare number.
  fileprivate var isNumber: Bool { [.unlockTimeout, .inboxDays, .inboxCount].contains(self) }
}
