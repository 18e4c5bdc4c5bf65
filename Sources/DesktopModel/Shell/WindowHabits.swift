internal import Glibc
public import VaultModel

/// How a person has arranged the window, for the next time: nothing that it shows.
public struct WindowHabits: Equatable, Sendable {
  /// The size of the window while it is not as large as the screen, in pixels.
  public var (width, height) = (960, 640)
  /// Whether it is as large as the screen.
  public var isMaximised = false
  /// In which order the tasks are.
  public var order = TaskQuery.Order.urgency
  /// Whether tasks that are done stand below the others.
  public var showsDone = false

  private static let sizes = 200...20_000

  /// As they are at first.
  public init() {}

  /// Reads lines of a name, a blank and a value. What is not understood is passed over.
  public init(text: String) {
    for line in text.split(separator: "\n").prefix(16) {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "width": width = Self.size(parts[1]) ?? width
      case "height": height = Self.size(parts[1]) ?? height
      case "maximised": isMaximised = parts[1] == "yes"
      case "order": order = TaskQuery.Order(rawValue: parts[1]) ?? order
      case "done": showsDone = parts[1] == "yes"
      default: break
      }
    }
  }

  /// The same as ``init(text:)`` reads.
  public var text: String {
    let values = [
      ("width", "\(width)"), ("height", "\(height)"), ("maximised", isMaximised ? "yes" : "no"),
      ("order", order.rawValue), ("done", showsDone ? "yes" : "no"),
    ]
    return values.map { [$0, $1].joined(separator: " ") }.joined(separator: "\n")
  }

  private static func size(_ text: String) -> Int? { Int(text).flatMap { sizes.contains($0) ? $0 : nil } }
}

/// The file in which they are kept. What can't be read or written is no trouble to tell of.
public struct WindowHabitsFile: Sendable {
  private let path: String
  private static let maximumByteCount = 512

  /// - Parameter directory: of the vault's state.
  public init(in directory: String) { path = "\(directory)/window" }

  /// What is kept; nil for nothing.
  public func read() -> WindowHabits? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.maximumByteCount)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0, let text = String(validating: bytes[..<count], as: UTF8.self) else { return nil }
    return WindowHabits(text: text)
  }

  /// Keeps them in place of what was kept.
  public func write(_ habits: WindowHabits) {
    let new = "\(path).new"
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let bytes = Array(habits.text.utf8)
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard close(descriptor) == 0, count == bytes.count, rename(new, path) == 0 else {
      unlink(new)
      return
    }
  }
}

/// Keeps them as they change.
@MainActor
public final class HabitsKeeper {
  private let file: WindowHabitsFile?
  /// As they are now.
  public var habits: WindowHabits {
    didSet { if habits != oldValue { file?.write(habits) } }
  }

  /// - Parameter file: nil where nothing is kept.
  public init(_ file: WindowHabitsFile?) { (self.file, habits) = (file, file?.read() ?? WindowHabits()) }
}
