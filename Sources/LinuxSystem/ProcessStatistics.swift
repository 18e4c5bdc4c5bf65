/// What `/proc/PID/stat` says of a process (`proc(5)`).
public struct ProcessStatistics: Equatable, Sendable {
  /// The program's name, at most 15 bytes of it.
  public let command: String
  /// The process id of its parent.
  public let parent: Int32
  /// The process id of its session's leader.
  public let session: Int32
  /// The device number of its controlling terminal; 0 without one.
  public let terminal: Int32
  /// When it started, in clock ticks since boot; with its process id it names one process of this boot.
  public let startTime: UInt64

  /// Looks at the process that has the number `pid` now; nil when there is none.
  public init?(pid: Int32) {
    guard let found = ProcessFiles(root: "/proc").statistics(pid) else { return nil }
    self = found
  }

  /// Reads the line. The command stands in parentheses and may hold any byte, parentheses too: the last one closes it.
  init?(_ line: [UInt8]) {
    guard let open = line.firstIndex(of: UInt8(ascii: "(")), let close = line.lastIndex(of: UInt8(ascii: ")")),
      open < close
    else { return nil }
    command = String(decoding: line[(open + 1)..<close], as: UTF8.self)
    // The first field behind the command is number 3, and nothing behind number 22 is of use.
    let fields = line[(close + 1)...].split(maxSplits: 20) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    func number<Value: FixedWidthInteger>(_ index: Int) -> Value? {
      Value(String(decoding: fields[index], as: UTF8.self))
    }
    guard fields.count > 19, let parent: Int32 = number(1), let session: Int32 = number(3),
      let terminal: Int32 = number(4), let startTime: UInt64 = number(19)
    else { return nil }
    self.parent = parent
    self.session = session
    self.terminal = terminal
    self.startTime = startTime
  }
}
