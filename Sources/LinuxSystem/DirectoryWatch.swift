internal import Dispatch
internal import Glibc

/// Tells which files of directories change (`inotify(7)`); nothing is polled. Users have few instances, so that one watches them all.
public final class DirectoryWatch: @unchecked Sendable {
  // Proof for @unchecked: both properties are set once; a dispatch source may be used from any thread.
  /// What happened in the directories.
  public enum Event: Sendable {
    /// These names were made, written, moved or removed.
    case changed(Set<String>)
    /// Anything may have changed: the kernel lost count, or a directory itself is gone.
    case unknown
  }

  /// What happened, as long as the watch is kept.
  public let events: AsyncStream<Event>
  private let source: any DispatchSourceRead

  /// Watches a directory that this user may read, and others as far as this user may read them.
  ///
  /// - Throws: `SystemError` with the code of `inotify_init1(2)`, or of `inotify_add_watch(2)` for the first directory.
  public init(path: String, others: some Sequence<String> = []) throws(SystemError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError("inotify_init1") }
    // Some programs make a file as a link to a finished one, which is only an IN_CREATE.
    let mask =
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
    guard inotify_add_watch(descriptor, path, UInt32(mask)) >= 0 else {
      let error = SystemError("inotify_add_watch")
      close(descriptor)
      throw error
    }
    for path in others { _ = inotify_add_watch(descriptor, path, UInt32(mask)) }
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    events = stream
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "vault.directory"))
    source.setEventHandler { for event in Self.read(descriptor) { continuation.yield(event) } }
    source.setCancelHandler {
      close(descriptor)
      continuation.finish()
    }
    source.activate()
  }

  deinit { source.cancel() }

  /// Ends the events.
  public func cancel() { source.cancel() }

  private static func read(_ descriptor: Int32) -> [Event] {
    var names: Set<String> = []
    var isUnknown = false
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for (mask, name) in Self.entries(buffer.prefix(count)) {
        if mask & UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { isUnknown = true }
        if let name { names.insert(name) }
      }
    }
    if isUnknown { return [.unknown] }
    return names.isEmpty ? [] : [.changed(names)]
  }

  /// `struct inotify_event`: descriptor, mask, cookie and length of the name in four bytes each, little-endian on
  /// all machines we run on, then the name.
  private static func entries(_ bytes: ArraySlice<UInt8>) -> [(UInt32, String?)] {
    func number(_ offset: Int) -> UInt32 {
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }
    var result: [(UInt32, String?)] = []
    var offset = bytes.startIndex
    while offset + 16 <= bytes.endIndex {
      let length = Int(number(offset + 12))
      guard offset + 16 + length <= bytes.endIndex else { break }
      let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
      result.append((number(offset + 4), String(validating: name, as: UTF8.self)))
      offset += 16 + length
    }
    return result
  }
}
