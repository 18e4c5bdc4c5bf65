internal import Glibc

extension ProcFileSystem {
  /// The kernel's random identifier of this boot, as text.
  public func bootIdentifier() throws(SystemError) -> String {
    let bytes = try bytes(of: "sys/kernel/random/boot_id", atMost: 64)
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Whether this process counts time from another moment than the machine does, as in a time namespace (`time_namespaces(7)`).
  ///
  /// - Throws: `SystemError` when the kernel does not say.
  public func hasShiftedClocks() throws(SystemError) -> Bool {
    // The number that this procfs has for us, which in a namespace of processes may be another than ours.
    guard let number = Int32(try link("self")) else { throw SystemError("readlink self", code: EINVAL) }
    // The offsets are those of the processes that this one starts; they are its own where both namespaces are one.
    guard try link("\(number)/ns/time") == link("\(number)/ns/time_for_children") else { return true }
    let text = String(decoding: try bytes(of: "\(number)/timens_offsets", atMost: 4096), as: UTF8.self)
    return !Self.saysNone(text)
  }

  /// Whether the text of `timens_offsets` names both clocks, and no offset.
  static func saysNone(_ text: String) -> Bool {
    let lines = text.split(separator: "\n").map { $0.split { $0 == " " || $0 == "\t" }.map(String.init) }
    return lines == [["monotonic", "0", "0"], ["boottime", "0", "0"]]
  }
}
