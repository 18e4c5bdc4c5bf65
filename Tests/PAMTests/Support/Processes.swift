internal import Foundation
internal import Glibc

/// The processes of this machine, as `/proc` shows them.
enum Processes {
  /// The children that serve `service`.
  static func children(of service: String) -> [pid_t] {
    let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    return numbers.filter { pid in
      let words = (FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()).split(separator: 0)
      return words.dropFirst().first.map { String(decoding: $0, as: UTF8.self) } == "--pam-child"
        && words.dropFirst(2).first.map { String(decoding: $0, as: UTF8.self) } == service
    }
  }

  /// Whether `condition` comes true within ten seconds. Nothing announces what it waits for, so it looks again and again.
  static func eventually(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      poll(nil, 0, 10)
    }
    return true
  }

  /// The text of `/proc/PID/NAME`.
  static func text(_ pid: pid_t, _ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: "/proc/\(pid)/\(name)") ?? Data(), as: UTF8.self)
  }

  /// Whether a process is gone, or has ended and nobody has fetched how. One that is just ending has no command line any more, and
  /// is still its user's.
  static func hasEnded(_ pid: pid_t) -> Bool {
    let status = text(pid, "status")
    return status.isEmpty || status.contains("\nState:\tZ")
  }

  /// The parent's number.
  static func parent(of pid: pid_t) -> pid_t? {
    let line = text(pid, "status").split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return line.flatMap { pid_t($0.dropFirst(5).trimmingCharacters(in: .whitespaces)) }
  }
}
