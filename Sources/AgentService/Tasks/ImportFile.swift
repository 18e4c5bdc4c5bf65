internal import AgentAPI
internal import Dispatch
internal import Exchange
internal import FoundationEssentials
internal import Glibc
internal import Localization
internal import SecretMemory

/// A file of tasks that somebody else wrote: bounded before it is read, and taken apart off the shared threads.
enum ImportFile {
  private static let queue = DispatchQueue(label: "vault.import", qos: .utility)

  /// The bytes of a file, at most ``ExchangeLimits/maximumByteCount``.
  ///
  /// - Parameter file: which one it has to be; nil for any.
  static func read(_ path: String, as file: FileIdentity? = nil) async throws(Failure) -> [UInt8] {
    try await FileExecutor.value(of: path) { () throws(Failure) in
      try contents(path, file)
    } failing: {
      $0
    }
  }

  private static func contents(_ path: String, _ file: FileIdentity?) throws(Failure) -> [UInt8] {
    // Not blocking: a pipe without a writer must not hold the agent up.
    let following = file == nil ? 0 : O_NOFOLLOW
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | following)
    guard descriptor >= 0 else { throw failure(path, "can't be opened: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, "is not a regular file")
    }
    if let file, file != FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) {
      throw Failure(
        .refused, "\(path) is another file by now.",
        hint: "Look what has become of the one that you opened. Nothing was imported.")
    }
    guard status.st_size <= ExchangeLimits.maximumByteCount else {
      throw failure(path, "is larger than \(ExchangeLimits.maximumByteCount >> 20) MiB")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let start = count
      let added = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if added < 0 && errno == EINTR { continue }
      guard added >= 0 else { throw failure(path, "can't be read: \(String(cString: strerror(errno)))") }
      if added == 0 { break }
      count += added
    }
    return Array(bytes.prefix(count))
  }

  /// The bytes of a file that the client sends part by part, at most ``ExchangeLimits/maximumByteCount``.
  static func receive(_ conversation: any Conversation) async throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try await conversation.answer(to: Prompt(.filePart, text: "The file to import"))
      let added = part.bytes.withUnsafeBytes { Array($0) }
      if added.isEmpty { return bytes }
      guard bytes.count + added.count <= ExchangeLimits.maximumByteCount else {
        throw Failure(
          .badData, LocalizedText(words: ExchangeError.tooLarge.description), hint: "Nothing was imported.")
      }
      bytes += added
    }
  }

  /// The tasks in it.
  static func decode(_ bytes: [UInt8], _ format: TaskFormat) async throws(Failure) -> ImportedTasks {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(ExchangeError) in try format.decode(bytes, now: Date(), newID: UUID.init) })
      }
    }
    switch result {
    case .success(let tasks): return tasks
    case .failure(let error):
      throw Failure(.badData, LocalizedText(words: error.description), hint: "Nothing was imported.")
    }
  }

  private static func failure(_ path: String, _ reason: LocalizedText) -> Failure {
    Failure(.badData, "\(path) \(reason).", hint: "Give the path of a file that you may read.")
  }
}
