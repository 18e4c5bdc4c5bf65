internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization

/// A file that comes through a pipe.
enum InputFile {
  private static let stepByteCount = 1 << 16

  /// Everything up to the end.
  ///
  /// - Parameter maximum: in bytes.
  /// - Throws: ``Failure`` when there is more, or it can't be read.
  static func read(
    from descriptor: Int32, maximum: Int = AgentProtocol.maximumFileByteCount, as name: String = "Standard input"
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var step = [UInt8](repeating: 0, count: stepByteCount)
    while true {
      let count = Glibc.read(descriptor, &step, step.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(.inputOutput, "\(name) can't be read: \(SystemError("read")).")
      }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= maximum else {
        throw Failure(
          .badData, "\(name) is larger than \(maximum >> 20) MiB.",
          hint: "Nothing was done with it. Use a smaller input."
        )
      }
      bytes += step[..<count]
    }
  }
}
