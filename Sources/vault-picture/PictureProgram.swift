internal import Glibc
internal import LinuxSystem
internal import PictureDecoding
internal import PictureFormat

/// Decodes one picture that others made, from standard input to standard output, in a process that can do nothing else. Only the
/// agent starts it; what it writes is pixels or text to be drawn, which the agent checks.
@main
enum PictureProgram {
  static func main() {
    guard let task = PictureTask(CommandLine.arguments.dropFirst()) else {
      report("vault-picture is started by vault-agent only")
      exit(64)
    }
    do throws(SystemError) { try confine() } catch {
      report("vault-picture can't confine itself: \(error)")
      exit(71)
    }
    do {
      try write(try task.output(for: try StandardInput.bytes(atMost: PictureLimits.byteCount)))
    } catch let error as SystemError {
      report("vault-picture: \(error)")
      exit(74)
    } catch {
      report("vault-picture: \(error)")
      exit(65)
    }
  }

  /// 512 MiB hold the largest picture with what its decoder needs besides; ordinary ones take a tenth of a second.
  private static func confine() throws(SystemError) {
    // What may not be written is then an error.
    signal(SIGXFSZ, SIG_IGN)
    try ProcessHardening.forbidDumps()
    try ProcessConfinement.limit(memoryByteCount: 512 << 20, processorSeconds: 5, descriptorCount: 3)
    try ProcessConfinement.onlyCompute()
  }

  private static func write(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let count = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress.map { $0 + start }, $0.count - start) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write") }
      done += count
    }
  }

  private static func report(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = Glibc.write(2, line, line.count)
  }
}

/// Standard input, bounded.
private enum StandardInput {
  /// Everything up to the end.
  ///
  /// - Throws: `SystemError` with `EFBIG` when there is more.
  static func bytes(atMost most: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most + 1)
    var count = 0
    while count < bytes.count {
      let start = count
      let added = bytes.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
      if added < 0, errno == EINTR { continue }
      guard added >= 0 else { throw SystemError("read") }
      if added == 0 { return Array(bytes.prefix(count)) }
      count += added
    }
    throw SystemError("read", code: EFBIG)
  }
}
